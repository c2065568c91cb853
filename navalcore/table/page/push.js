// The worker that shows a push: that it is somebody's turn, and where; and the way to have no more of them.
self.addEventListener("push", (/** @type {any} */ event) => {
  const { title, url, end } = event.data?.json() ?? {};
  const actions = end ? [{ action: "end", title: "No more of these" }] : [];
  const shown = { data: { url: url || "/", end }, icon: "/page/icon.svg", tag: url || "turn", actions };
  event.waitUntil(/** @type {any} */ (self).registration.showNotification(title ?? "It is your turn.", shown));
});
self.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const { url, end } = event.notification.data;
  const to = new URL(event.action === "end" ? end : url, self.location.origin);
  if (to.origin === self.location.origin) event.waitUntil(/** @type {any} */ (self).clients.openWindow(to.href));
});
