import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { JsonTestResults } from "vitest/node";
import { findChromium } from "../findChromium.ts";

export interface TestRun {
  passed: string[];
  failed: string[];
  /** Why the run has no meaning, for example because the code does not compile. Null if it has one. */
  problem: string | null;
}

/** Tests that take longer, for example because of an endless loop, count as failed. */
const timeoutMs = 15 * 60_000;

const isBrowserSpec = (file: string) => file.endsWith(".spec.ts");

/** Each test runs in one project only, although `npm run test:all` runs some on two databases. */
const specProjects = ["browser", "process", "e2e-extended"];
const otherProjects = ["unit", "component", "unit-extended"];

/**
 * Runs the tests of `files` whose titles name the requirement, in the worktree `folder`. Browser specs run only if the
 * others pass, because one failing test is enough and they need a build of the web app.
 */
export async function runNamingTests(folder: string, id: string, files: readonly string[]): Promise<TestRun> {
  const specs = files.filter(isBrowserSpec);
  const unitTests = files.filter((file) => !isBrowserSpec(file));
  const env = { CHROMIUM_PATH: await findChromium() };
  const unitRun = unitTests.length > 0 ? runTests(folder, id, otherProjects, unitTests, env) : emptyRun;
  if (specs.length === 0 || unitRun.failed.length > 0 || unitRun.problem !== null) return unitRun;
  const buildError = await buildWeb(folder);
  if (buildError !== null) return { ...emptyRun, problem: buildError };
  const browserRun = runTests(folder, id, specProjects, specs, env);
  return { ...browserRun, passed: [...unitRun.passed, ...browserRun.passed] };
}

const emptyRun: TestRun = { passed: [], failed: [], problem: null };

function runTests(
  folder: string,
  id: string,
  projects: readonly string[],
  files: readonly string[],
  env: NodeJS.ProcessEnv,
): TestRun {
  const resultsFile = join(folder, "node_modules/.mutation.json");
  rmSync(resultsFile, { force: true });
  const result = spawnSync(
    process.execPath,
    [
      join(folder, "node_modules/vitest/vitest.mjs"),
      "run",
      "--maxWorkers=1",
      ...projects.map((name) => `--project=${name}`),
      "--reporter=json",
      `--outputFile=${resultsFile}`,
      `--testNamePattern=\\b${id.replace(".", "\\.")}\\b`,
      ...files,
    ],
    {
      cwd: folder,
      timeout: timeoutMs,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1", ...env },
    },
  );
  if (result.error) return { ...emptyRun, failed: [`no end after ${timeoutMs / 60_000} minutes`] };
  if (!existsSync(resultsFile)) return { ...emptyRun, problem: `Vitest failed:\n${result.stderr}` };
  return readResults(JSON.parse(readFileSync(resultsFile, "utf8")), folder);
}

async function buildWeb(folder: string): Promise<string | null> {
  const module: typeof import("../buildWeb.ts") = await import(pathToFileURL(join(folder, "scripts/buildWeb.ts")).href);
  try {
    module.buildWeb();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function readResults({ testResults }: JsonTestResults, folder: string): TestRun {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({
      status,
      name: `${fullName} (${name.slice(folder.length + 1)})`,
    })),
  );
  const withStatus = (status: string) => tests.filter((test) => test.status === status).map(({ name }) => name);
  const run = { passed: withStatus("passed"), failed: withStatus("failed") };
  const brokenFile = testResults.find(({ status, message }) => status === "failed" && message !== "");
  if (run.failed.length > 0) return { ...run, problem: null };
  if (brokenFile) return { ...run, problem: `${brokenFile.name} does not run:\n${brokenFile.message}` };
  return { ...run, problem: run.passed.length === 0 ? "no test ran" : null };
}
