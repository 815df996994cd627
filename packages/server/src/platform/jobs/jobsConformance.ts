import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase, type TestDatabaseKind } from "../../testing/testDatabase.ts";
import { transaction } from "../db/transaction.ts";
import { createJobs } from "./createJobs.ts";
import type { JobOptions, JobRun, Jobs } from "./jobs.ts";

const options: JobOptions = { atOnce: 2, timeoutSeconds: 60, retries: 2 };
const name = "work";
/** Longer than waiting for the next look of a worker takes. */
const patiently = { timeout: 20_000 };

/** What holds for jobs on every database. */
export function describeJobs(kind: TestDatabaseKind): void {
  describe(`background jobs on ${kind}`, patiently, () => {
    let database: TestDatabase;
    const opened: Jobs[] = [];
    afterEach(async () => {
      for (const jobs of opened.splice(0)) {
        await jobs.stop(0);
        await jobs.close();
      }
      await database.close();
    });

    /** As one process has them. */
    const open = async (run: (job: JobRun) => Promise<void>, given: Partial<JobOptions> = {}) => {
      const log = pino({ level: "silent" });
      const jobs = createJobs({
        db: database.db,
        access: database.access,
        log,
        retryDelaySeconds: 0,
        lookEverySeconds: 0.5,
      });
      jobs.handle(name, { ...options, ...given }, run);
      opened.push(jobs);
      await jobs.start();
      return jobs;
    };

    test("a job runs with what was sent, and is over then", async () => {
      database = await createTestDatabase(kind);
      const ran = Promise.withResolvers<JobRun>();
      const jobs = await open(async (job) => ran.resolve(job));
      await jobs.send(name, { fileId: "a", list: [1, { deep: "ü" }] }, "a");
      const job = await ran.promise;
      expect(job.payload).toEqual({ fileId: "a", list: [1, { deep: "ü" }] });
      expect(job.isLast).toBe(false);
      await jobs.stop(5_000);
      expect(await states()).toEqual(["completed"]);
    });

    test("many jobs run one after the other, as many at once as was said", async () => {
      database = await createTestDatabase(kind);
      const done = countTo(20);
      let running = 0;
      let most = 0;
      const jobs = await open(async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
        done.count();
      });
      for (let index = 0; index < 20; index += 1) await jobs.send(name, { index }, String(index));
      await done.reached;
      expect(most).toBeLessThanOrEqual(2);
    });

    test("a job that fails is tried again, told its last try, and given up after it", async () => {
      database = await createTestDatabase(kind);
      const tries: boolean[] = [];
      const last = Promise.withResolvers<void>();
      const jobs = await open(async ({ isLast }) => {
        tries.push(isLast);
        if (isLast) last.resolve();
        throw new Error("secret words of a document");
      });
      await jobs.send(name, {}, "a");
      await last.promise;
      await jobs.stop(5_000);
      expect(tries).toEqual([false, false, true]);
      expect(await states()).toEqual(["failed"]);
      const { rows } = await sql<{ output: unknown }>`select output from jobs.job`.execute(database.db);
      expect(JSON.stringify(rows)).not.toContain("secret");
    });

    test("while one with the same key waits, another is not added; while one runs, the next waits for its end", async () => {
      database = await createTestDatabase(kind);
      const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const goOn = Promise.withResolvers<void>();
      const other = Promise.withResolvers<void>();
      let atOnce = 0;
      let runs = 0;
      const jobs = await open(async ({ payload }) => {
        if (payload.other) return other.resolve();
        atOnce += 1;
        expect(atOnce).toBe(1);
        begun[runs]?.resolve();
        runs += 1;
        await goOn.promise;
        atOnce -= 1;
      });
      await jobs.send(name, {}, "same");
      await begun[0]?.promise;
      for (let again = 0; again < 3; again += 1) await jobs.send(name, {}, "same");
      // It overtakes the one that must wait.
      await jobs.send(name, { other: true }, "other");
      await other.promise;
      expect(runs).toBe(1);
      goOn.resolve();
      await begun[1]?.promise;
      await jobs.stop(5_000);
      expect(runs).toBe(2);
      expect(await states()).toEqual(["completed", "completed", "completed"]);
    });

    test("the end of the server aborts what runs, which does not count as a failure; the next start takes it again", async () => {
      database = await createTestDatabase(kind);
      for (let start = 0; start < 4; start += 1) {
        const begun = Promise.withResolvers<JobRun>();
        const jobs = await open(async (job) => {
          begun.resolve(job);
          await untilAborted(job.signal);
        });
        if (start === 0) await jobs.send(name, { kept: true }, "a");
        const job = await begun.promise;
        expect(job).toMatchObject({ payload: { kept: true }, isLast: false });
        await jobs.stop(0);
        expect(job.signal.aborted).toBe(true);
      }
      expect((await states()).filter((state) => state !== "completed")).toEqual(["created"]);
    });

    test("a run gets the time that was given before it is aborted", async () => {
      database = await createTestDatabase(kind);
      const begun = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      let isAborted = false;
      const jobs = await open(async ({ signal }) => {
        begun.resolve();
        await goOn.promise;
        isAborted = signal.aborted;
      });
      await jobs.send(name, {}, "a");
      await begun.promise;
      const stopped = jobs.stop(60_000);
      goOn.resolve();
      await stopped;
      expect(isAborted).toBe(false);
      expect(await states()).toEqual(["completed"]);
    });

    test("what is sent while the server ends waits for others; after the close nothing can be sent", async () => {
      database = await createTestDatabase(kind);
      const ending = await open(async () => undefined);
      await ending.stop(0);
      await ending.send(name, {}, "late");
      await ending.close();
      await expect(ending.send(name, {}, "later")).rejects.toThrow("not open");
      const ran = Promise.withResolvers<void>();
      await open(async () => ran.resolve());
      await ran.promise;
    });

    test("it cannot be sent inside a transaction, whose end the embedded database would wait for", async () => {
      database = await createTestDatabase(kind);
      const jobs = await open(async () => undefined);
      await expect(transaction(database.db, () => jobs.send(name, {}, "a"))).rejects.toThrow(/inside an open trans/);
    });

    async function states(): Promise<string[]> {
      const { rows } = await sql<{ state: string }>`select state from jobs.job order by state`.execute(database.db);
      return rows.map(({ state }) => state);
    }
  });
}

/** Rejects with the signal's reason. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}

export function countTo(total: number): { count(): void; reached: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let counted = 0;
  return {
    reached: promise,
    count() {
      counted += 1;
      if (counted === total) resolve();
    },
  };
}
