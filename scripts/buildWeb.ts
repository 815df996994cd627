import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const web = join(root, "packages/web");
const dist = join(web, "dist");
const drawingFolder = "drawing";

interface Build {
  what: string;
  config: string;
  /** Where it writes down what it was made from. */
  mark: string;
  inputs: readonly string[];
  /** Takes away what an earlier build has left. */
  clear(): void;
}

/** The frame in which diagrams and charts are drawn: large libraries, and rarely anything new. */
const drawing: Build = {
  what: "the drawing frame",
  config: "vite.drawing.config.ts",
  mark: join(dist, drawingFolder, ".built"),
  inputs: [
    "packages/web/src/drawing/**/*",
    "packages/web/src/ui/diagrams/drawingMessages.ts",
    "packages/web/{vite.drawing.config.ts,precompress.ts,package.json}",
    "package-lock.json",
  ],
  clear() {
    // Vite empties the folder by itself.
  },
};

const app: Build = {
  what: "the web app",
  config: "vite.config.ts",
  mark: join(dist, ".built"),
  inputs: [
    "packages/web/{src,public}/**/*",
    "packages/web/{index.html,vite.config.ts,precompress.ts,package.json}",
    "packages/contract/src/**/*.ts",
    "package-lock.json",
  ],
  clear() {
    if (!existsSync(dist)) return;
    for (const name of readdirSync(dist)) {
      if (name !== drawingFolder) rmSync(join(dist, name), { recursive: true });
    }
  },
};

/** Builds the web app when a file it is made from has changed since the last build. Throws when the build fails. */
export function buildWeb(): void {
  for (const build of [drawing, app]) buildWhereChanged(build);
}

function buildWhereChanged({ what, config, mark, inputs, clear }: Build): void {
  const wanted = hashOf(inputs);
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return;
  process.stdout.write(`Building ${what}.\n`);
  clear();
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const result = spawnSync(process.execPath, [vite, "build", "--config", config, "--logLevel", "warn"], {
    cwd: web,
    stdio: "inherit",
  });
  if (result.status !== 0) throw new Error("The web app could not be built; the reason stands above.");
  writeFileSync(mark, wanted);
}

function hashOf(inputs: readonly string[]): string {
  const hash = createHash("sha256");
  const files = globSync(inputs, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted((a, b) => (a < b ? -1 : 1));
  for (const file of files) hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}
