// Compiles a folder of Python modules with the Python of the browser, so that no browser has to; and sees if they load.
// Then writes the memory of a Python that has just started and knows the standard library's modules: a browser that
// begins with it need not start Python.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [pyodide, folder, memory] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: pyodide });
python.mountNodeFS("/folder", folder);
python.runPython(readFileSync(new URL("./compile.py", import.meta.url), "utf-8"));

const standard = join(folder, "standard");
const modules = readFileSync(standard, "utf-8").split("\n");
rmSync(standard);
const started = await loadPyodide({ indexURL: pyodide, _makeSnapshot: true });
started.runPython(`import importlib\nfor name in ${JSON.stringify(modules)}:\n    importlib.import_module(name)`);
writeFileSync(memory, gzipSync(started.makeMemorySnapshot(), { level: 9 }));
