import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildWeb } from "../../../scripts/buildWeb.ts";
import { startPostgres } from "../../server/src/testing/startPostgres.ts";
import type { Figure } from "../report.ts";
import { median } from "../support/percentile.ts";
import type { Resources } from "../support/resources.ts";
import type { Scenario } from "../support/scenario.ts";
import { timeStart } from "../support/timeStart.ts";

const bareServer = fileURLToPath(new URL("../support/bareServer.ts", import.meta.url));
const startScript = fileURLToPath(new URL("../../../scripts/start.ts", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
const rounds = 5;
const firstStarts = 3;

/** `npm start` is measured only if npm started the benchmark: otherwise it might first install something. */
const runsUnderNpm = process.env.npm_lifecycle_event === "bench";

type Environment = Record<string, string>;

/** Measures the time from the start of the program until `/healthz` first answers 200, on a built checkout. */
export const start: Scenario = async (resources, progress) => {
  buildWeb();
  const scratch = await resources.use(mkdtemp(join(tmpdir(), "lectern-bench-")), (folder) =>
    rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  );
  const postgres = await resources.use(startPostgres(), (started) => started.stop());
  const postgresEnvironment = { DATABASE_URL: postgres.url("postgres"), SECRET_KEY: randomBytes(32).toString("hex") };
  const timer = createTimer(resources, scratch);

  progress("the bare server");
  const floor = median(await timer.bare(rounds));
  const figure = (variant: string, times: number[], aimMs?: number): Figure => ({
    name: variant.startsWith("npm") ? "npm start to the first 200" : "start to the first 200",
    variant,
    unit: "ms",
    ours: median(times),
    floor,
    ...(aimMs === undefined ? {} : { aim: { atMost: aimMs } }),
  });
  progress("PGlite, a new folder");
  const first = await timer.ours(firstStarts, (round) => ({ DATA_DIR: join(scratch, `new-${round}`) }));
  progress("PGlite, an existing folder");
  const existing = { DATA_DIR: join(scratch, "new-0") };
  const restarted = await timer.ours(rounds, () => existing);
  progress("PostgreSQL");
  await timer.ours(1, () => postgresEnvironment); // migrates
  const onServer = await timer.ours(rounds, () => postgresEnvironment);
  if (runsUnderNpm) progress("npm start");
  const byNpm = runsUnderNpm ? await timer.npm(rounds, existing) : [];
  return {
    scenario: "start",
    floor: "a bare `node:http` server's start",
    figures: [
      figure("PostgreSQL", onServer, 1_000),
      figure("PGlite, existing folder", restarted, 2_000),
      figure("PGlite, the very first", first, 6_000),
      ...(runsUnderNpm ? [figure("npm, PGlite, existing folder", byNpm)] : []),
    ],
    notes: [
      `Medians of ${rounds} starts of \`node scripts/start.ts\` (${firstStarts} of the very first); the web app is already built.`,
      "No model server is configured, so each start also looks for an Ollama on this machine.",
      "`npm start` adds npm itself and the check of the installation, each in its own process.",
    ],
  };
};

function createTimer(resources: Resources, scratch: string) {
  const ours = async (count: number, environmentOf: (round: number) => Environment) => {
    const times: number[] = [];
    for (let round = 0; round < count; round++) {
      const firstAnswerMs = await timeStart(resources, () => ({
        command: process.execPath,
        args: [startScript],
        // This folder has no `.env`.
        cwd: scratch,
        environment: { LOG_LEVEL: "warn", DATA_DIR: scratch, ...environmentOf(round) },
      }));
      times.push(firstAnswerMs);
    }
    return times;
  };
  return {
    ours,
    async bare(count: number) {
      const times: number[] = [];
      for (let round = 0; round < count; round++) {
        const firstAnswerMs = await timeStart(resources, (port) => ({
          command: process.execPath,
          args: [bareServer, String(port)],
          cwd: scratch,
          environment: {},
        }));
        times.push(firstAnswerMs);
      }
      return times;
    },
    async npm(count: number, environment: Environment) {
      const times: number[] = [];
      for (let round = 0; round < count; round++) {
        const firstAnswerMs = await timeStart(resources, () => ({
          command: "npm",
          args: ["start", "--silent"],
          cwd: root,
          environment: { LOG_LEVEL: "warn", ...environment },
        }));
        times.push(firstAnswerMs);
      }
      return times;
    },
  };
}
