// Compiles a folder of Python modules with the Python of the browser, so that no browser has to; and sees if they load.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: pyodide });
python.mountNodeFS("/folder", folder);
python.runPython(readFileSync(new URL("./compile.py", import.meta.url), "utf-8"));
