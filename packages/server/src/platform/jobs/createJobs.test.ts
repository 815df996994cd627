import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "../../testing/testDatabase.ts";
import { createJobs } from "./createJobs.ts";
import type { JobRun, Jobs } from "./jobs.ts";
import { countTo, describeJobs } from "./jobsConformance.ts";

for (const kind of testDatabaseKinds) describeJobs(kind);

describe("two processes on one PostgreSQL", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase("postgres");
  });
  afterAll(() => database.close());

  test("make the tables together, share the work, and none of it runs twice at once", { timeout: 20_000 }, async () => {
    const total = 40;
    const running = new Set<unknown>();
    const ran: string[][] = [[], []];
    const done = countTo(total);
    const processes = [0, 1].map((which): Jobs => {
      const jobs = createJobs({ db: database.db, access: database.access, log: pino({ level: "silent" }) });
      jobs.handle("work", { atOnce: 2, timeoutSeconds: 60, retries: 0 }, async ({ payload }: JobRun) => {
        expect(running.has(payload.of)).toBe(false);
        running.add(payload.of);
        await new Promise(setImmediate);
        running.delete(payload.of);
        ran[which]?.push(String(payload.index));
        done.count();
      });
      return jobs;
    });
    await Promise.all(processes.map((jobs) => jobs.start()));
    for (let index = 0; index < total; index += 1) {
      await processes[index % 2]?.send("work", { index, of: index % 20 }, `key ${index}`);
    }
    await done.reached;
    await Promise.all(processes.map((jobs) => jobs.stop(5_000)));
    await Promise.all(processes.map((jobs) => jobs.close()));
    expect(new Set(ran.flat()).size).toBe(total);
    for (const own of ran) expect(own.length).toBeGreaterThan(0);
  });
});
