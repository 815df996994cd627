import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const root = join(import.meta.dirname, "..");
const cacheFolder = join(root, "node_modules/.cache/chromium");
/** An npm package that contains Chromium for Linux x64. */
const registryPackage = "@sparticuz/chromium@^153";

/** Names of programs, in order of preference. The headless shell uses a fifth less CPU time for the same pages. */
const programNames = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
];
const systemPaths = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/**
 * Returns the path of a Chromium: the one at `CHROMIUM_PATH` or, if that is not set, an installed one; otherwise one
 * downloaded from the npm registry or by Playwright. Throws if none is available.
 */
export async function findChromium(): Promise<string> {
  const executablePath = findInstalled() ?? (await downloadFromRegistry()) ?? downloadWithPlaywright();
  if (!executablePath) {
    throw new Error(
      "The tests need a Chromium. Install one (on Debian: apt-get install chromium), or set CHROMIUM_PATH.",
    );
  }
  return executablePath;
}

function findInstalled(): string | null {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath) return existsSync(configuredPath) ? configuredPath : null;
  const pathCandidates = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => programNames.map((name) => join(folder, name)));
  return [...pathCandidates, ...systemPaths].find((path) => existsSync(path)) ?? null;
}

async function downloadFromRegistry(): Promise<string | null> {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  process.stdout.write("No Chromium is installed. Downloading one from the npm registry.\n");
  const npm = process.env.npm_execpath;
  const args = [
    "install",
    "--no-audit",
    "--no-fund",
    "--no-save",
    "--loglevel=error",
    "--prefix",
    cacheFolder,
    registryPackage,
  ];
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { stdio: "inherit" })
    : spawnSync("npm", args, { stdio: "inherit" });
  if (result.status !== 0) return null;
  const module: unknown = await import(createRequire(join(cacheFolder, "index.js")).resolve("@sparticuz/chromium"));
  return isSparticuz(module) ? module.default.executablePath() : null;
}

function isSparticuz(module: unknown): module is { default: { executablePath(): Promise<string> } } {
  if (typeof module !== "object" || module === null || !("default" in module)) return false;
  const chromiumClass = module.default;
  return typeof chromiumClass === "function" && "executablePath" in chromiumClass;
}

function downloadWithPlaywright(): string | null {
  const cli = join(root, "node_modules/playwright-core/cli.js");
  const result = spawnSync(process.execPath, [cli, "install", "chromium"], { stdio: "inherit" });
  const path = chromium.executablePath();
  return result.status === 0 && existsSync(path) ? path : null;
}
