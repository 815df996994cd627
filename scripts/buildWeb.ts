import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const mark = join(root, "packages/web/dist/.built");
const inputs = [
  "packages/web/{src,public}/**/*",
  "packages/web/{index.html,vite.config.ts,package.json}",
  "packages/contract/src/**/*.ts",
  "package-lock.json",
];

/** Builds the web app when a file it is made from has changed since the last build. Throws when the build fails. */
export function buildWeb(): void {
  const wanted = hashOfInputs();
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return;
  process.stdout.write("Building the web app.\n");
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const result = spawnSync(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: join(root, "packages/web"),
    stdio: "inherit",
  });
  if (result.status !== 0) throw new Error("The web app could not be built; the reason stands above.");
  writeFileSync(mark, wanted);
}

function hashOfInputs(): string {
  const hash = createHash("sha256");
  const files = globSync(inputs, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted((a, b) => (a < b ? -1 : 1));
  for (const file of files) hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}
