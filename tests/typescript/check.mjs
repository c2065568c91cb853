// Compiles check_client.ts against each of the modules of types named on the command line, and holds them against the types
// that the page of the table is written with.
import { execFileSync } from "node:child_process";
import { appendFileSync, copyFileSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [folder, ...modules] = process.argv.slice(2);
copyFileSync(join(here, "../../navalcore/table/page/types.d.ts"), join(folder, "page.d.ts"));
copyFileSync(join(here, "fits_page.ts"), join(folder, "fits_page.ts"));
for (const module of modules) {
  const types = readFileSync(module, "utf8");
  const name = /export interface (\w+Snapshot)\b/.exec(types)[1];
  copyFileSync(module, join(folder, "types.ts"));
  appendFileSync(join(folder, "types.ts"), `\nexport type Sent = ${name};\n`);
  copyFileSync(join(here, "check_client.ts"), join(folder, "client.ts"));
  const tsc = join(here, "node_modules", "typescript", "bin", "tsc");
  const flags = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--skipLibCheck"];
  execFileSync(process.execPath, [tsc, ...flags, join(folder, "client.ts"), join(folder, "fits_page.ts")], { stdio: "inherit" });
  console.log(`${name}: ${types.split("\n").length} lines`);
}
