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

const bareServerPath = fileURLToPath(new URL("../support/bareServer.ts", import.meta.url));
const startScriptPath = fileURLToPath(new URL("../../../scripts/start.ts", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
const rounds = 5;
const firstStartRounds = 3;

/** `npm start` is measured only if npm started the benchmark: otherwise it might first install something. */
const runsUnderNpm = process.env.npm_lifecycle_event === "bench";

type Environment = Record<string, string>;

/** Measures the time from the start of the program until `/healthz` first answers 200, on a built checkout. */
export const start: Scenario = async (resources, progress) => {
  buildWeb();
  const scratchFolder = await resources.use(mkdtemp(join(tmpdir(), "lectern-bench-")), (folder) =>
    rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  );
  const postgres = await resources.use(startPostgres(), (started) => started.stop());
  const postgresEnvironment = { DATABASE_URL: postgres.url("postgres"), SECRET_KEY: randomBytes(32).toString("hex") };
  const timer = createStartTimer(resources, scratchFolder);

  progress("the bare server");
  const floor = median(await timer.timeBareServer(rounds));
  const buildFigure = (variant: string, times: number[], aimMs?: number): Figure => ({
    name: variant.startsWith("npm") ? "npm start to the first 200" : "start to the first 200",
    variant,
    unit: "ms",
    ours: median(times),
    floor,
    ...(aimMs === undefined ? {} : { aim: { atMost: aimMs } }),
  });
  progress("PGlite, a new folder");
  const firstStartTimes = await timer.timeLectern(firstStartRounds, (round) => ({
    DATA_DIR: join(scratchFolder, `new-${round}`),
  }));
  progress("PGlite, an existing folder");
  const existingFolderEnvironment = { DATA_DIR: join(scratchFolder, "new-0") };
  const restartTimes = await timer.timeLectern(rounds, () => existingFolderEnvironment);
  progress("PostgreSQL");
  await timer.timeLectern(1, () => postgresEnvironment); // migrates
  const postgresTimes = await timer.timeLectern(rounds, () => postgresEnvironment);
  if (runsUnderNpm) progress("npm start");
  const npmTimes = runsUnderNpm ? await timer.timeNpmStart(rounds, existingFolderEnvironment) : [];
  return {
    scenario: "start",
    floor: "a bare `node:http` server's start",
    figures: [
      buildFigure("PostgreSQL", postgresTimes, 1_000),
      buildFigure("PGlite, existing folder", restartTimes, 2_000),
      buildFigure("PGlite, the very first", firstStartTimes, 6_000),
      ...(runsUnderNpm ? [buildFigure("npm, PGlite, existing folder", npmTimes)] : []),
    ],
    notes: [
      `Medians of ${rounds} starts of \`node scripts/start.ts\` (${firstStartRounds} of the very first); the web app is already built.`,
      "No model server is configured, so each start also looks for an Ollama on this machine.",
      "`npm start` adds npm itself and the check of the installation, each in its own process.",
    ],
  };
};

function createStartTimer(resources: Resources, scratchFolder: string) {
  const timeLectern = async (count: number, environmentOf: (round: number) => Environment) => {
    const times: number[] = [];
    for (let round = 0; round < count; round++) {
      const firstAnswerMs = await timeStart(resources, () => ({
        command: process.execPath,
        args: [startScriptPath],
        // This folder has no `.env`.
        cwd: scratchFolder,
        environment: { LOG_LEVEL: "warn", DATA_DIR: scratchFolder, ...environmentOf(round) },
      }));
      times.push(firstAnswerMs);
    }
    return times;
  };
  return {
    timeLectern,
    async timeBareServer(count: number) {
      const times: number[] = [];
      for (let round = 0; round < count; round++) {
        const firstAnswerMs = await timeStart(resources, (port) => ({
          command: process.execPath,
          args: [bareServerPath, String(port)],
          cwd: scratchFolder,
          environment: {},
        }));
        times.push(firstAnswerMs);
      }
      return times;
    },
    async timeNpmStart(count: number, environment: Environment) {
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
