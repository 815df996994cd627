import { parseArgs } from "node:util";
import { startPostgres } from "../../server/src/testing/startPostgres.ts";
import { runChaos } from "./runChaos.ts";

const { values: optionValues } = parseArgs({
  options: {
    turns: { type: "string", default: "2000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    database: { type: "string", default: "pglite" },
    processes: { type: "string", default: "2" },
    tabs: { type: "string", default: "8" },
    "kill-every": { type: "string", default: "4000" },
    /** Mean times in ms. Absent: no pauses, or no restarts of the database. */
    "pause-every": { type: "string" },
    "restart-every": { type: "string" },
  },
});
const parseOption = (
  name: "turns" | "seed" | "processes" | "tabs" | "kill-every" | "pause-every" | "restart-every",
): number => {
  const value = Number(optionValues[name]);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  process.stderr.write(`--${name} must be an integer of at least 1.\n`);
  process.exit(2);
};
if (optionValues.database !== "pglite" && optionValues.database !== "postgres") {
  process.stderr.write("--database must be pglite or postgres.\n");
  process.exit(2);
}

const turns = parseOption("turns");
const seed = parseOption("seed");
const postgres = optionValues.database === "postgres" ? await startPostgres() : null;
const startedAt = performance.now();
let reportedAt = startedAt;
try {
  process.stdout.write(`${turns} turns on ${optionValues.database}, seed ${seed}\n`);
  const tally = await runChaos({
    turns,
    seed,
    databaseUrl: postgres?.url("postgres") ?? null,
    processes: parseOption("processes"),
    tabs: parseOption("tabs"),
    killEveryMs: parseOption("kill-every"),
    pauseEveryMs: optionValues["pause-every"] === undefined ? null : parseOption("pause-every"),
    databaseRestarts:
      postgres && optionValues["restart-every"] !== undefined
        ? { everyMs: parseOption("restart-every"), restart: postgres.restart }
        : null,
    onProgress(currentTally) {
      if (performance.now() - reportedAt < 10_000) return;
      reportedAt = performance.now();
      process.stderr.write(
        `${currentTally.turns} turns, ${currentTally.kills} kills, ${currentTally.problems.length} problems\n`,
      );
    },
  });
  const { problems, ...counts } = tally;
  for (const [name, count] of Object.entries(counts)) process.stdout.write(`${name.padEnd(12)} ${count}\n`);
  process.stdout.write(`${Math.round((performance.now() - startedAt) / 1000)} s\n\n`);
  for (const problem of problems.slice(0, 50)) process.stdout.write(`PROBLEM  ${problem}\n`);
  process.stdout.write(problems.length === 0 ? "No problems.\n" : `${problems.length} problems\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await postgres?.stop();
}
