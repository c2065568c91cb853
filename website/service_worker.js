// Keeps the files of the page in this browser, so that it opens without a network. FILES and VERSION stand before this.
const here = self;
const KEPT = `navalcore ${VERSION}`;

here.addEventListener("install", (event) => event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)).then(() => here.skipWaiting())));

here.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name.startsWith("navalcore ") && name !== KEPT) await caches.delete(name);
    await here.clients.claim();
  };
  event.waitUntil(old());
});

here.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(here.registration.scope)) return;
  // Behind the question mark stands what the one document is to show.
  const wanted = request.mode === "navigate" ? "index.html" : request;
  event.respondWith(caches.match(wanted, { cacheName: KEPT }).then((found) => found ?? fetch(request)));
});
