import { expect, test, vi } from "vitest";
import { createPostgresDatabase, getPreparedDataFolder } from "../../../server/src/testing/testDatabase.ts";
import { runChaos } from "../../chaos/runChaos.ts";

vi.setConfig({ testTimeout: 300_000 });

// `npm run chaos` makes the long runs; these short ones check that the chaos test itself works.
const shortRun = {
  turns: 30,
  tabs: 6,
  killEveryMs: 2_000,
  pauseEveryMs: null,
  databaseRestarts: null,
  seed: 20_261_121,
};

test("on PGlite, turns that are killed, cut, stopped, reloaded and repeated lose and duplicate nothing", async () => {
  const tally = await runChaos({
    ...shortRun,
    databaseUrl: null,
    template: await getPreparedDataFolder(),
    processes: 1,
  });
  expect(tally.problems).toEqual([]);
  expect(tally).toMatchObject({ failed: 0 });
  expect(tally.kills).toBeGreaterThan(0);
});

test("on PostgreSQL with two processes that are killed at random, turns lose and duplicate nothing", async () => {
  const { databaseUrl, drop } = await createPostgresDatabase("empty");
  try {
    const tally = await runChaos({ ...shortRun, databaseUrl, processes: 2 });
    expect(tally.problems).toEqual([]);
    expect(tally.kills).toBeGreaterThan(0);
  } finally {
    await drop();
  }
});
