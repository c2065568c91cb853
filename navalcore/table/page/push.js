// The worker that shows a push: that it is somebody's turn, and where.
self.addEventListener("push", (/** @type {any} */ event) => {
  const { title, url } = event.data?.json() ?? {};
  event.waitUntil(/** @type {any} */ (self).registration.showNotification(title ?? "It is your turn.", { data: url ?? "/", icon: "/page/icon.svg", tag: url ?? "turn" }));
});
self.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const to = new URL(event.notification.data, self.location.origin);
  if (to.origin === self.location.origin) event.waitUntil(/** @type {any} */ (self).clients.openWindow(to.href));
});
