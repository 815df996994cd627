import type { JsonObject } from "@lectern/contract";
import type { Job, PgBoss } from "pg-boss";
import type { Db } from "../db/database.ts";
import { toDatabaseError } from "../db/isDatabaseUnreachable.ts";
import type { DatabaseAccess } from "../db/openDatabase.ts";
import { assertNoOpenTransaction } from "../db/openTransactions.ts";
import { databaseOf } from "../db/transaction.ts";
import type { Log } from "../log.ts";
import type { JobOptions, JobRun, Jobs } from "./jobs.ts";
import { openPgBoss } from "./openPgBoss.ts";

export interface CreateJobsOptions {
  db: Db;
  access: DatabaseAccess;
  log: Log;
  /** Delay before the first retry of a failed job; it doubles with each further retry. */
  retryDelaySeconds?: number;
  /** Interval at which each worker polls. Workers are notified of new jobs, but not of retries. */
  pollIntervalSeconds?: number;
}

interface RegisteredHandler {
  options: JobOptions;
  run: (job: JobRun) => Promise<void>;
}

/** The data that pg-boss stores with a job. */
interface JobData {
  key: string;
  payload: JsonObject;
}

/** Time for aborted jobs to end before the database is closed. */
const abortGraceMs = 5_000;
/** A job whose process sends no heartbeat for this time is retried by another process. */
const heartbeatSeconds = 10;
const maxRetryDelaySeconds = 300;
const endedRetentionSeconds = 3_600;

/** Background jobs on pg-boss, in the database schema `jobs`. `start` loads pg-boss and creates its tables. */
export function createJobs(createOptions: CreateJobsOptions): Jobs {
  const { retryDelaySeconds = 1, pollIntervalSeconds = 5, log } = createOptions;
  const handlers = new Map<string, RegisteredHandler>();
  const stopController = new AbortController();
  const workers: { name: string; id: string }[] = [];
  let bossPromise: Promise<PgBoss> | null = null;

  const start = async (): Promise<PgBoss> => {
    const { boss, reclaimFromDead } = await openPgBoss(createOptions.db, createOptions.access, log);
    for (const [name, { options }] of handlers) {
      const queueOptions = {
        notify: true,
        retryLimit: options.retries,
        retryDelay: retryDelaySeconds,
        ...(retryDelaySeconds > 0 ? { retryBackoff: true, retryDelayMax: maxRetryDelaySeconds } : {}),
        expireInSeconds: options.timeoutSeconds,
        deleteAfterSeconds: endedRetentionSeconds,
        heartbeatSeconds,
      };
      // `short` allows one queued job per key; `groupConcurrency` below allows one running job per key.
      await boss.createQueue(name, { ...queueOptions, policy: "short" });
      await boss.updateQueue(name, queueOptions);
    }
    await reclaimFromDead([...handlers.keys()]);
    for (const [name, handler] of handlers) {
      for (let count = 0; count < handler.options.concurrency; count += 1) await startWorker(boss, name, handler);
    }
    return boss;
  };

  const startWorker = async (boss: PgBoss, name: string, handler: RegisteredHandler) => {
    const pollingOptions = {
      pollingIntervalSeconds: pollIntervalSeconds,
      notifyPollingIntervalSeconds: pollIntervalSeconds,
    };
    const id = await boss.work<JobData>(
      name,
      { ...pollingOptions, batchSize: 1, groupConcurrency: 1 },
      async ([job]) => {
        try {
          if (job) await runJob(boss, handler, job);
        } finally {
          boss.notifyWorker(id); // fetch the next job immediately
        }
      },
    );
    workers.push({ name, id });
  };

  const runJob = async (
    boss: PgBoss,
    { options, run }: RegisteredHandler,
    { name, data, signal, retryCount }: Job<JobData>,
  ) => {
    try {
      await run({
        payload: data.payload,
        signal: AbortSignal.any([signal, stopController.signal]),
        isLastAttempt: retryCount >= options.retries,
      });
    } catch (error) {
      // An interrupted job has not failed: it is queued again and does not use up a retry.
      if (stopController.signal.aborted) return void (await sendTo(boss, name, data));
      log.warn({ err: error, job: name, retryCount }, "a background job failed");
      // pg-boss stores the error in the database, and its message may quote content.
      throw new Error(error instanceof Error ? error.name : "failed");
    }
  };

  return {
    handle(name, options, run) {
      if (bossPromise) throw new Error("job handlers must be registered before start");
      handlers.set(name, { options, run });
    },
    async send(name, payload, key) {
      // The embedded database would wait for the end of the transaction.
      assertNoOpenTransaction(databaseOf(createOptions.db));
      if (!bossPromise) throw new Error("background jobs are not open");
      try {
        await sendOrReplace(await bossPromise, name, { key, payload });
      } catch (error) {
        // pg-boss has a connection of its own.
        throw toDatabaseError(error);
      }
    },
    async start() {
      bossPromise ??= start();
      await bossPromise;
    },
    async stop(graceMs) {
      const boss = await bossPromise?.catch(() => null);
      if (!boss) return;
      const workersEnded = Promise.all(workers.splice(0).map(({ name, id }) => boss.offWork(name, { id, wait: true })));
      await waitAtMost(graceMs, workersEnded);
      stopController.abort(new Error("the server is shutting down"));
      await waitAtMost(abortGraceMs, workersEnded);
    },
    async close() {
      const boss = await bossPromise?.catch(() => null);
      bossPromise = null;
      await boss?.stop({ graceful: false });
    },
  };
}

/** Queues a job, unless one with its key is already queued. Returns true if it was queued. */
async function sendTo(boss: PgBoss, name: string, data: JobData): Promise<boolean> {
  return (await boss.send(name, data, { singletonKey: data.key, group: { id: data.key } })) !== null;
}

/** Queues a job, or replaces the data of the one that is queued: what was asked for last counts. */
async function sendOrReplace(boss: PgBoss, name: string, data: JobData): Promise<void> {
  while (!(await sendTo(boss, name, data))) {
    const { updated } = await boss.update(name, data, { singletonKey: data.key });
    // Otherwise, it has begun to run in between.
    if (updated > 0) return;
  }
}

/** Resolves when the work has settled, or after `ms`. */
async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
