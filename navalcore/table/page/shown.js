// What the page without a server was told, kept beside its files: a later visit begins with it, before Python has started.
// Another version of the page begins with nothing: its files are kept in another cache.
const MOST = 120;

/** The cache that has the files of this page, if there is one yet. */
async function cache() {
  const name = (await globalThis.caches?.keys())?.find((each) => each.startsWith("navalcore "));
  return name ? caches.open(name) : null;
}

/** @param {string} key */
const address = (key) => new URL(`shown/${encodeURIComponent(key)}`, location.href).href;

/** What was kept under a key; null if nothing was. @param {string} key @returns {Promise<any>} */
export async function kept(key) {
  try {
    return (await (await (await cache())?.match(address(key)))?.json()) ?? null;
  } catch {
    return null; // a browser that keeps nothing
  }
}

/** Forget what is kept of a game, because its figures are other ones now. @param {string} game */
export async function forget(game) {
  const found = await cache().catch(() => null);
  for (const each of (await found?.keys()) ?? []) if (each.url.startsWith(address(`games/${game}`))) await found?.delete(each);
}

/** Keep something, and forget what was kept longest ago. @param {string} key @param {unknown} what */
export async function keep(key, what) {
  try {
    const found = await cache();
    await found?.put(address(key), new Response(JSON.stringify(what)));
    const all = (await found?.keys())?.filter((each) => each.url.startsWith(address(""))) ?? [];
    for (const old of all.slice(0, -MOST)) await found?.delete(old);
  } catch {
    return; // a browser that keeps nothing
  }
}
