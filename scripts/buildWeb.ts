import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const web = join(root, "packages/web");
const distFolder = join(web, "dist");
const drawingFolder = "drawing";
const previewFolder = "preview";
const pythonFolder = "python";

interface Build {
  label: string;
  config: string;
  /** File that records the hash of the sources. */
  hashFile: string;
  inputs: readonly string[];
  /** Deletes the output of earlier builds. */
  clear(): void;
}

/**
 * The frame that draws diagrams and charts. It is built separately, because its libraries are large and rarely change.
 */
const drawingBuild: Build = {
  label: "the drawing frame",
  config: "vite.drawing.config.ts",
  hashFile: join(distFolder, drawingFolder, ".built"),
  inputs: [
    "packages/web/src/drawing/**/*",
    "packages/web/src/ui/diagrams/drawingMessages.ts",
    "packages/web/{vite.drawing.config.ts,precompress.ts,package.json}",
    "package-lock.json",
  ],
  clear() {
    // Vite empties the folder itself.
  },
};

/** The frame that runs artifacts, and the libraries that artifacts may import. */
const previewBuild: Build = {
  label: "the preview of artifacts",
  config: "vite.preview.config.ts",
  hashFile: join(distFolder, previewFolder, ".built"),
  inputs: [
    "packages/web/src/preview/**/*",
    "packages/web/src/ui/preview/previewMessages.ts",
    "packages/web/{vite.preview.config.ts,precompress.ts,package.json}",
    "package-lock.json",
  ],
  clear() {
    // Vite empties the folder itself.
  },
};

/** The frame that runs Python, and the interpreter. */
const pythonBuild: Build = {
  label: "the Python interpreter",
  config: "vite.python.config.ts",
  hashFile: join(distFolder, pythonFolder, ".built"),
  inputs: [
    "packages/web/src/python/**/*",
    "packages/web/src/ui/python/pythonMessages.ts",
    "packages/web/{vite.python.config.ts,precompress.ts,package.json}",
    "package-lock.json",
  ],
  clear() {
    // Vite empties the folder itself.
  },
};

/** Each in a folder of its own. */
const frameBuilds = [drawingBuild, previewBuild, pythonBuild];
const frameFolders = [drawingFolder, previewFolder, pythonFolder];

const appBuild: Build = {
  label: "the web app",
  config: "vite.config.ts",
  hashFile: join(distFolder, ".built"),
  inputs: [
    "packages/web/{src,public,locales}/**/*",
    "packages/web/{index.html,vite.config.ts,lingui.config.ts,textPlugins.ts,pdfAssets.ts,precompress.ts,loadRetry.ts,stripOps.ts,package.json}",
    "packages/contract/src/**/*.ts",
    "package-lock.json",
  ],
  clear() {
    if (!existsSync(distFolder)) return;
    for (const name of readdirSync(distFolder)) {
      if (!frameFolders.includes(name)) rmSync(join(distFolder, name), { recursive: true });
    }
  },
};

/** Builds the frames and the web app, each if its sources have changed. Throws if a build fails. */
export function buildWeb(): void {
  for (const build of [...frameBuilds, appBuild]) buildIfChanged(build);
}

function buildIfChanged({ label, config, hashFile, inputs, clear }: Build): void {
  const hash = hashFiles(inputs);
  if (existsSync(hashFile) && readFileSync(hashFile, "utf8") === hash) return;
  process.stdout.write(`Building ${label}.\n`);
  clear();
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const result = spawnSync(process.execPath, [vite, "build", "--config", config, "--logLevel", "warn"], {
    cwd: web,
    stdio: "inherit",
  });
  if (result.status !== 0) throw new Error("The web app could not be built. See the error above.");
  writeFileSync(hashFile, hash);
}

function hashFiles(inputs: readonly string[]): string {
  const hash = createHash("sha256");
  const files = globSync(inputs, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name) && !/[\\/]testing$/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted((a, b) => (a < b ? -1 : 1));
  for (const file of files) hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}
