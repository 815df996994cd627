import { parseArgs } from "node:util";
import { startPostgres } from "../../server/src/testing/startPostgres.ts";
import { runChaos } from "./runChaos.ts";

const { values } = parseArgs({
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
const numberOf = (
  name: "turns" | "seed" | "processes" | "tabs" | "kill-every" | "pause-every" | "restart-every",
): number => {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  process.stderr.write(`--${name} must be an integer of at least 1.\n`);
  process.exit(2);
};
if (values.database !== "pglite" && values.database !== "postgres") {
  process.stderr.write("--database must be pglite or postgres.\n");
  process.exit(2);
}

const turns = numberOf("turns");
const seed = numberOf("seed");
const postgres = values.database === "postgres" ? await startPostgres() : null;
const startedAt = performance.now();
let reportedAt = startedAt;
try {
  process.stdout.write(`${turns} turns on ${values.database}, seed ${seed}\n`);
  const tally = await runChaos({
    turns,
    seed,
    databaseUrl: postgres?.url("postgres") ?? null,
    processes: numberOf("processes"),
    tabs: numberOf("tabs"),
    killEveryMs: numberOf("kill-every"),
    pauseEveryMs: values["pause-every"] === undefined ? null : numberOf("pause-every"),
    databaseRestarts:
      postgres && values["restart-every"] !== undefined
        ? { everyMs: numberOf("restart-every"), restart: postgres.restart }
        : null,
    onProgress(now) {
      if (performance.now() - reportedAt < 10_000) return;
      reportedAt = performance.now();
      process.stderr.write(`${now.turns} turns, ${now.kills} kills, ${now.problems.length} problems\n`);
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
