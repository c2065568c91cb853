// Rows of text in this browser's database. They are on the disk when change has answered.
const NAME = "navalcore table";
const others = new BroadcastChannel(NAME);

/** @type {Promise<IDBDatabase>} */
const opened = new Promise((done, fail) => {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore("rows");
  request.onsuccess = () => done(request.result);
  request.onerror = () => fail(request.error);
});
opened.catch(() => {}); // whoever asks for rows is told

/** The rows whose keys begin so: pairs of key and text. @param {string} beginning @returns {Promise<string>} */
export async function rows(beginning) {
  const store = (await opened).transaction("rows").objectStore("rows");
  const range = IDBKeyRange.bound(beginning, `${beginning}\uffff`);
  const [keys, texts] = await Promise.all([settled(store.getAllKeys(range)), settled(store.getAll(range))]);
  return JSON.stringify(keys.map((key, place) => [key, texts[place]]));
}

/**
 * Write rows, all or none, if the row of a key is what it was: whether it is, or why nothing could be written.
 *
 * @param {string} wish - rows, key, and what it was
 * @returns {Promise<string>}
 */
export async function change(wish) {
  const { rows, key, was } = JSON.parse(wish);
  try {
    const transaction = (await opened).transaction("rows", "readwrite", { durability: "strict" });
    const store = transaction.objectStore("rows");
    const ended = new Promise((done, fail) => {
      transaction.oncomplete = done;
      transaction.onabort = () => fail(transaction.error);
    });
    const stands = ((await settled(store.get(key))) ?? "") === was;
    if (stands) for (const [name, text] of Object.entries(rows)) store.put(text, name);
    await ended;
    if (stands) others.postMessage(key);
    return JSON.stringify({ stands });
  } catch (error) {
    return JSON.stringify({ fault: String(error) });
  }
}

/** Hear of the matches that other pages of this browser change. @param {(match: string) => void} hear */
export function heard(hear) {
  others.onmessage = ({ data }) => hear(data.replace(/^match /, ""));
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const settled = (request) =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
