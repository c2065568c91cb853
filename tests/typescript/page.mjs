// Makes the types of the page's messages from their schema, and checks the page's own modules against them.
import { compileFromFile } from "json-schema-to-typescript";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [schema, page] = process.argv.slice(2);
const bannerComment = "// Made from navalcore/table/_messages.py by tests/typescript/page.mjs.";
const types = await compileFromFile(schema, { additionalProperties: false, bannerComment, unreachableDefinitions: true });
writeFileSync(join(page, "types.d.ts"), types);
const tsc = join(here, "node_modules", "typescript", "bin", "tsc");
const flags = ["--strict", "--noEmit", "--allowJs", "--checkJs", "--target", "es2022", "--module", "esnext"];
const lib = ["--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable", "--skipLibCheck"];
execFileSync(process.execPath, [tsc, ...flags, ...lib, join(page, "main.js"), join(page, "python_worker.js")], { stdio: "inherit" });
