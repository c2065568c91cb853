// Checks the page's own modules against the types of its messages.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [page] = process.argv.slice(2);
const tsc = join(here, "node_modules", "typescript", "bin", "tsc");
const flags = ["--strict", "--noEmit", "--allowJs", "--checkJs", "--target", "es2022", "--module", "esnext"];
const lib = ["--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable", "--skipLibCheck"];
execFileSync(process.execPath, [tsc, ...flags, ...lib, join(page, "main.js"), join(page, "python_worker.js")], { stdio: "inherit" });
