// Makes the types of every schema named on the command line, compiles check_client.ts against each, and holds them against
// the types that the page of the table is written with.
import { compileFromFile } from "json-schema-to-typescript";
import { execFileSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [folder, ...schemas] = process.argv.slice(2);
copyFileSync(join(here, "../../navalcore/table/page/types.d.ts"), join(folder, "page.d.ts"));
copyFileSync(join(here, "fits_page.ts"), join(folder, "fits_page.ts"));
for (const schema of schemas) {
  const types = await compileFromFile(schema, { additionalProperties: false, bannerComment: "" });
  const name = /export interface (\w+Snapshot)\b/.exec(types)[1];
  writeFileSync(join(folder, "types.ts"), `${types}\nexport type Sent = ${name};\n`);
  copyFileSync(join(here, "check_client.ts"), join(folder, "client.ts"));
  const tsc = join(here, "node_modules", "typescript", "bin", "tsc");
  const flags = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--skipLibCheck"];
  execFileSync(process.execPath, [tsc, ...flags, join(folder, "client.ts"), join(folder, "fits_page.ts")], { stdio: "inherit" });
  console.log(`${name}: ${types.split("\n").length} lines`);
}
