// The worker: Python with the library, and this browser's database for the matches.
import { rows, change, heard } from "./database.js";

const worker = /** @type {any} */ (globalThis);
/** @type {string[]} */
const early = [];
worker.onmessage = (/** @type {MessageEvent} */ { data }) => early.push(data);

/** Packages that are archives themselves are found; and chance is not what it was when the memory was written. */
const UNPACKED = `
import importlib, random, site, sys
from pathlib import Path
sys.path += map(str, Path(site.getsitepackages()[0]).glob("*.zip"))
importlib.invalidate_caches()
random.seed()
`;

/** Say how much is done. @param {number} progress */
const told = (progress) => worker.postMessage(JSON.stringify({ progress }));

/** @param {string} name */
const beside = (name) => new URL(`../${name}`, import.meta.url).href;

/** The memory of a Python that has just started; nothing where it is not to be had, and Python starts by itself.
 * @param {Promise<Response>} asked
 */
async function memory(asked) {
  try {
    const { ok, body } = await asked;
    if (ok && body) return await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  } catch (error) {
    console.warn(error);
  }
  return undefined;
}

async function start() {
  const archive = fetch(beside("library.zip"));
  const started = memory(fetch(beside("pyodide/memory.gz")));
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    import(beside("pyodide/pyodide.js")),
    import(beside("pyodide/pyodide.asm.js")),
  ]);
  const _loadSnapshot = await started;
  told(0.4);
  const python = await loadPyodide({ indexURL: beside("pyodide/"), createPyodideModule, _loadSnapshot });
  told(0.6);
  const reply = await archive;
  if (!reply.ok) throw new Error(`the library is not there: ${reply.status}`);
  python.unpackArchive(await reply.arrayBuffer(), "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  told(0.8);
  python.runPython(UNPACKED);
  const { BrowserStore } = python.pyimport("navalcore.table._text_rows");
  const { OwnData } = python.pyimport("navalcore.table._own_data");
  const { Path } = python.pyimport("pathlib");
  const store = BrowserStore(rows, change);
  const own = OwnData(store, Path("/tmp/own"));
  await own.lay_over(); // a game reads its data once
  const { LocalTable } = python.pyimport("navalcore.table._local");
  const local = LocalTable.callKwargs(store, (/** @type {string} */ text) => worker.postMessage(text), { own_data: own });
  heard((match) => local.hear(JSON.stringify({ changed: match })));
  worker.onmessage = (/** @type {MessageEvent} */ { data }) => local.hear(data);
  worker.postMessage('{"ready": true}');
  for (const data of early) local.hear(data);
}

start().catch((error) => {
  console.error(error);
  worker.postMessage(JSON.stringify({ failed: "The library cannot be loaded in this browser." }));
});
