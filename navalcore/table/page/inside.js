// The worker: Python with the library, and this browser's database for the matches.
import { rows, change, heard } from "./shelf.js";

const worker = /** @type {any} */ (globalThis);
/** @type {string[]} */
const early = [];
worker.onmessage = (/** @type {MessageEvent} */ { data }) => early.push(data);

/** @param {string} name */
const beside = (name) => new URL(`../${name}`, import.meta.url).href;

async function start() {
  const archive = fetch(beside("library.zip"));
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    import(beside("pyodide/pyodide.js")),
    import(beside("pyodide/pyodide.asm.js")),
  ]);
  const python = await loadPyodide({ indexURL: beside("pyodide/"), createPyodideModule });
  const reply = await archive;
  if (!reply.ok) throw new Error(`the library is not there: ${reply.status}`);
  python.unpackArchive(await reply.arrayBuffer(), "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  python.runPython("import importlib; importlib.invalidate_caches()");
  const { Local } = python.pyimport("navalcore.table.local");
  const { BrowserShelf } = python.pyimport("navalcore.table.shelf");
  const local = Local(BrowserShelf(rows, change), (/** @type {string} */ text) => worker.postMessage(text));
  heard((match) => local.hear(JSON.stringify({ changed: match })));
  worker.onmessage = (/** @type {MessageEvent} */ { data }) => local.hear(data);
  worker.postMessage('{"ready": true}');
  for (const data of early) local.hear(data);
}

start().catch((error) => {
  console.error(error);
  worker.postMessage(JSON.stringify({ failed: "The library cannot be loaded in this browser." }));
});
