import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase, type TestDatabaseKind } from "../../../testing/testDatabase.ts";
import { transaction } from "../../db/transaction.ts";
import { createJobs } from "../createJobs.ts";
import type { JobOptions, JobRun, Jobs } from "../jobs.ts";

const options: JobOptions = { concurrency: 2, timeoutSeconds: 60, retries: 2 };
const jobName = "work";
/** Longer than a worker's poll interval. */
const slowTestOptions = { timeout: 20_000 };

/** The conformance suite of background jobs, for every database. */
export function describeJobs(kind: TestDatabaseKind): void {
  describe(`background jobs on ${kind}`, slowTestOptions, () => {
    let database: TestDatabase;
    const openedJobs: Jobs[] = [];
    beforeAll(async () => {
      database = await createTestDatabase(kind);
    });
    afterEach(async () => {
      for (const jobs of openedJobs.splice(0)) {
        await jobs.stop(0);
        await jobs.close();
      }
      await sql`delete from jobs.job`.execute(database.db);
    });
    afterAll(() => database.close());

    /** Opens the jobs of one process. */
    const open = async (run: (job: JobRun) => Promise<void>, overrides: Partial<JobOptions> = {}) => {
      const log = pino({ level: "silent" });
      const jobs = createJobs({
        db: database.db,
        access: database.access,
        log,
        retryDelaySeconds: 0,
        pollIntervalSeconds: 0.5,
      });
      jobs.handle(jobName, { ...options, ...overrides }, run);
      openedJobs.push(jobs);
      await jobs.start();
      return jobs;
    };

    test("a job runs with its payload and is then completed", async () => {
      const firstRun = Promise.withResolvers<JobRun>();
      const jobs = await open(async (job) => firstRun.resolve(job));
      await jobs.send(jobName, { fileId: "a", list: [1, { deep: "ü" }] }, "a");
      const job = await firstRun.promise;
      expect(job.payload).toEqual({ fileId: "a", list: [1, { deep: "ü" }] });
      expect(job.isLastAttempt).toBe(false);
      await jobs.stop(5_000);
      expect(await listJobStates()).toEqual(["completed"]);
    });

    test("no more jobs run concurrently than configured", async () => {
      const done = countTo(20);
      let runningCount = 0;
      let maxRunningCount = 0;
      const jobs = await open(async () => {
        runningCount += 1;
        maxRunningCount = Math.max(maxRunningCount, runningCount);
        await new Promise(setImmediate);
        runningCount -= 1;
        done.count();
      });
      for (let index = 0; index < 20; index += 1) await jobs.send(jobName, { index }, String(index));
      await done.reached;
      expect(maxRunningCount).toBeLessThanOrEqual(2);
    });

    test("a job that fails is retried, knows its last attempt, and then counts as failed", async () => {
      const lastAttemptFlags: boolean[] = [];
      const last = Promise.withResolvers<void>();
      const jobs = await open(async ({ isLastAttempt }) => {
        lastAttemptFlags.push(isLastAttempt);
        if (isLastAttempt) last.resolve();
        throw new Error("secret words of a document");
      });
      await jobs.send(jobName, {}, "a");
      await last.promise;
      await jobs.stop(5_000);
      expect(lastAttemptFlags).toEqual([false, false, true]);
      expect(await listJobStates()).toEqual(["failed"]);
      const { rows } = await sql<{ output: unknown }>`select output from jobs.job`.execute(database.db);
      expect(JSON.stringify(rows)).not.toContain("secret");
    });

    test("at most one job per key is queued, and it waits while another with that key runs", async () => {
      const started = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const proceed = Promise.withResolvers<void>();
      const otherJobRun = Promise.withResolvers<void>();
      let runningCount = 0;
      let runCount = 0;
      const jobs = await open(async ({ payload }) => {
        if (payload.other) return otherJobRun.resolve();
        runningCount += 1;
        expect(runningCount).toBe(1);
        started[runCount]?.resolve();
        runCount += 1;
        await proceed.promise;
        runningCount -= 1;
      });
      await jobs.send(jobName, {}, "same");
      await started[0]?.promise;
      for (let repeat = 0; repeat < 3; repeat += 1) await jobs.send(jobName, {}, "same");
      // A job with another key overtakes the queued one.
      await jobs.send(jobName, { other: true }, "other");
      await otherJobRun.promise;
      expect(runCount).toBe(1);
      proceed.resolve();
      await started[1]?.promise;
      await jobs.stop(5_000);
      expect(runCount).toBe(2);
      expect(await listJobStates()).toEqual(["completed", "completed", "completed"]);
    });

    test("a queued job runs with the payload that was sent last", async () => {
      const started = Promise.withResolvers<void>();
      const proceed = Promise.withResolvers<void>();
      const ended = countTo(2);
      const indexes: unknown[] = [];
      const jobs = await open(async ({ payload }) => {
        indexes.push(payload.index);
        started.resolve();
        await proceed.promise;
        ended.count();
      });
      await jobs.send(jobName, { index: 0 }, "same");
      await started.promise;
      for (const index of [1, 2, 3]) await jobs.send(jobName, { index }, "same");
      proceed.resolve();
      await ended.reached;
      expect(indexes).toEqual([0, 3]);
    });

    test("a shutdown aborts running jobs without counting a failure, and the next start resumes them", async () => {
      for (let start = 0; start < 4; start += 1) {
        const started = Promise.withResolvers<JobRun>();
        const jobs = await open(async (job) => {
          started.resolve(job);
          await rejectWhenAborted(job.signal);
        });
        if (start === 0) await jobs.send(jobName, { kept: true }, "a");
        const job = await started.promise;
        expect(job).toMatchObject({ payload: { kept: true }, isLastAttempt: false });
        await jobs.stop(0);
        expect(job.signal.aborted).toBe(true);
      }
      expect((await listJobStates()).filter((state) => state !== "completed")).toEqual(["created"]);
    });

    test("a running job gets its grace period before it is aborted", async () => {
      const started = Promise.withResolvers<void>();
      const proceed = Promise.withResolvers<void>();
      let isAborted = false;
      const jobs = await open(async ({ signal }) => {
        started.resolve();
        await proceed.promise;
        isAborted = signal.aborted;
      });
      await jobs.send(jobName, {}, "a");
      await started.promise;
      const stopped = jobs.stop(60_000);
      proceed.resolve();
      await stopped;
      expect(isAborted).toBe(false);
      expect(await listJobStates()).toEqual(["completed"]);
    });

    test("a job sent during shutdown waits for another process; none can be sent after close", async () => {
      const closingJobs = await open(async () => undefined);
      await closingJobs.stop(0);
      await closingJobs.send(jobName, {}, "late");
      await closingJobs.close();
      await expect(closingJobs.send(jobName, {}, "later")).rejects.toThrow("not open");
      const secondRun = Promise.withResolvers<void>();
      await open(async () => secondRun.resolve());
      await secondRun.promise;
    });

    test("a job cannot be sent inside a transaction, because the embedded database would deadlock", async () => {
      const jobs = await open(async () => undefined);
      await expect(transaction(database.db, () => jobs.send(jobName, {}, "a"))).rejects.toThrow(/inside an open trans/);
    });

    async function listJobStates(): Promise<string[]> {
      const { rows } = await sql<{ state: string }>`select state from jobs.job order by state`.execute(database.db);
      return rows.map(({ state }) => state);
    }
  });
}

/** Rejects with the signal's reason once the signal aborts. */
export function rejectWhenAborted(signal: AbortSignal): Promise<never> {
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
