import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { findPlainTexts } from "./findPlainTexts.ts";

// Adds the texts of the web app to the catalogues. With `--check`, reports texts that are not in them or not translated.
// With the path of a folder or file, only lists the texts there that are not in the catalogue.

const root = join(import.meta.dirname, "..");
const web = join(root, "packages/web");
const lingui = join(root, "node_modules/@lingui/cli/dist/lingui.js");

const runLingui = (...parameters: string[]) =>
  spawnSync(process.execPath, [lingui, ...parameters], { cwd: web, stdio: "inherit" }).status === 0;

const parameters = process.argv.slice(2).filter((parameter) => parameter !== "--check");
const plainTexts = globSync("src/**/*.{ts,tsx}", { cwd: web })
  .filter((path) => !/\.test\.|\/testing\/|^src\/(drawing|preview)\//.test(path))
  .map((path) => join(web, path))
  .filter((path) => parameters.length === 0 || parameters.some((start) => path.startsWith(resolve(start))))
  .flatMap((path) => findPlainTexts(path).map((text) => ({ ...text, path: relative(root, path) })));
for (const { path, line, problem, text } of plainTexts) process.stderr.write(`${path}:${line} ${problem}: ${text}\n`);

if (parameters.length > 0) process.exit(plainTexts.length === 0 ? 0 : 1);
const isComplete = process.argv.includes("--check")
  ? [runLingui("check", "sync", "--clean", "--verbose"), runLingui("check", "missing", "--verbose")].every(Boolean)
  : runLingui("extract", "--clean");
process.exit(plainTexts.length === 0 && isComplete ? 0 : 1);
