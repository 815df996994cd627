import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { buildWeb } from "./buildWeb.ts";
import { findChromium } from "./findChromium.ts";

/**
 * Runs the tests: those of `npm test`, with `--all` also the variants. CONTRIBUTING.md describes the two tiers. Other
 * arguments are passed to Vitest: `npm test -- --project unit packages/contract`.
 */

/** The projects of vitest.config.ts, in the order in which they run. */
const projects = ["unit", "component", "process", "browser"];
const projectsOfVariants = ["unit-extended", "embedded-database", "process-postgres", "e2e-extended"];
const projectsWithoutBrowser = ["unit", "unit-extended", "embedded-database"];

const args = process.argv.slice(2);
const isAll = args.includes("--all");
const vitestArgs = args.filter((arg) => arg !== "--all");
const namedProjects = vitestArgs.flatMap((arg, index) => {
  if (arg === "--project") return vitestArgs[index + 1] ?? [];
  return arg.startsWith("--project=") ? arg.slice("--project=".length) : [];
});
const selectedProjects = namedProjects.length > 0 ? namedProjects : [...projects, ...(isAll ? projectsOfVariants : [])];

const needsBrowser = selectedProjects.some((name) => !projectsWithoutBrowser.includes(name));
if (needsBrowser) buildWeb();
const directory = mkdtempSync(join(tmpdir(), "lectern-test-"));
const failedTestsPath = join(directory, "failed.txt");
process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
const environment = {
  ...process.env,
  FAILED_TESTS_FILE: failedTestsPath,
  ...(needsBrowser ? { CHROMIUM_PATH: await findChromium() } : {}),
  ...(isAll ? { FUZZ: process.env.FUZZ ?? "1" } : {}),
};

if (namedProjects.length > 0 || vitestArgs.length > 0) {
  const filter = namedProjects.length > 0 ? [] : selectedProjects.map((name) => `--project=${name}`);
  process.exit(runVitest([...filter, ...vitestArgs]));
}

/** One project after another, so that each has the machine to itself and its times can be compared. */
let status = 0;
const times: { project: string; "wall (s)": number; "CPU of the machine (s)": number }[] = [];
for (const project of selectedProjects) {
  const [startedAtMs, cpuAtStart] = [Date.now(), readCpuSeconds()];
  status = runVitest([`--project=${project}`]) || status;
  times.push({
    project,
    "wall (s)": Math.round((Date.now() - startedAtMs) / 1_000),
    "CPU of the machine (s)": Math.round(readCpuSeconds() - cpuAtStart),
  });
}
console.table(times);
if (existsSync(failedTestsPath)) console.log(`\nFailed:\n${readFileSync(failedTestsPath, "utf8")}`);
process.exit(status);

/** Returns Vitest's exit code. */
function runVitest(vitestArguments: readonly string[]): number {
  const vitestPath = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
  const result = spawnSync(process.execPath, [vitestPath, "run", ...vitestArguments], {
    stdio: "inherit",
    env: environment,
  });
  return result.status ?? 1;
}

/** Returns how long the machine's processors have worked since it started, for all programs together. */
function readCpuSeconds(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + (user + nice + sys + irq) / 1_000, 0);
}
