import type { JsonObject } from "@lectern/contract";
import type { Job, PgBoss } from "pg-boss";
import type { Db } from "../db/database.ts";
import type { DatabaseAccess } from "../db/openDatabase.ts";
import { assertMayConnect } from "../db/openTransactions.ts";
import { databaseOf } from "../db/transaction.ts";
import type { Log } from "../log.ts";
import type { JobOptions, JobRun, Jobs } from "./jobs.ts";
import { openPgBoss } from "./openPgBoss.ts";

export interface CreateJobsOptions {
  db: Db;
  access: DatabaseAccess;
  log: Log;
  /** Before the first new try of a failed job; each further one waits twice as long. */
  retryDelaySeconds?: number;
  /** How often each worker looks by itself. New jobs are told to it; those that are tried again are not. */
  lookEverySeconds?: number;
}

interface Handled {
  options: JobOptions;
  run: (job: JobRun) => Promise<void>;
}

/** What pg-boss keeps of a job. */
interface Kept {
  key: string;
  payload: JsonObject;
}

/** To end what was told to end, before the database is closed under it. */
const lastWordsMs = 5_000;
/** A process that does not say for so long that it is at a job is taken for dead. */
const heartbeatSeconds = 10;
const longestWaitSeconds = 300;
const keepEndedSeconds = 3_600;

/** Jobs of pg-boss, in the schema `jobs` of the database. It is loaded and its tables are made at `start`. */
export function createJobs(given: CreateJobsOptions): Jobs {
  const { retryDelaySeconds = 1, lookEverySeconds = 5, log } = given;
  const handled = new Map<string, Handled>();
  const stopping = new AbortController();
  const workers: { name: string; id: string }[] = [];
  let starting: Promise<PgBoss> | null = null;

  const start = async (): Promise<PgBoss> => {
    const { boss, takeFromDead } = await openPgBoss(given.db, given.access, log);
    for (const [name, { options }] of handled) {
      const queue = {
        notify: true,
        retryLimit: options.retries,
        retryDelay: retryDelaySeconds,
        ...(retryDelaySeconds > 0 ? { retryBackoff: true, retryDelayMax: longestWaitSeconds } : {}),
        expireInSeconds: options.timeoutSeconds,
        deleteAfterSeconds: keepEndedSeconds,
        heartbeatSeconds,
      };
      // `short`: one waits for a key; the group below: one runs.
      await boss.createQueue(name, { ...queue, policy: "short" });
      await boss.updateQueue(name, queue);
    }
    await takeFromDead([...handled.keys()]);
    for (const [name, handler] of handled) {
      for (let count = 0; count < handler.options.atOnce; count += 1) await startWorker(boss, name, handler);
    }
    return boss;
  };

  const startWorker = async (boss: PgBoss, name: string, handler: Handled) => {
    const polling = { pollingIntervalSeconds: lookEverySeconds, notifyPollingIntervalSeconds: lookEverySeconds };
    const id = await boss.work<Kept>(name, { ...polling, batchSize: 1, groupConcurrency: 1 }, async ([job]) => {
      try {
        if (job) await runJob(boss, handler, job);
      } finally {
        boss.notifyWorker(id); // to look for the next one at once
      }
    });
    workers.push({ name, id });
  };

  const runJob = async (boss: PgBoss, { options, run }: Handled, { name, data, signal, retryCount }: Job<Kept>) => {
    try {
      await run({
        payload: data.payload,
        signal: AbortSignal.any([signal, stopping.signal]),
        isLast: retryCount >= options.retries,
      });
    } catch (error) {
      // It did not fail: whoever is there goes on with it, as often as it takes.
      if (stopping.signal.aborted) return void (await sendTo(boss, name, data));
      log.warn({ err: error, job: name, retryCount }, "a background job failed");
      // What is thrown here is kept in the database, and errors may quote what they fell over.
      throw new Error(error instanceof Error ? error.name : "failed");
    }
  };

  return {
    handle(name, options, run) {
      if (starting) throw new Error("jobs are handled from the start on");
      handled.set(name, { options, run });
    },
    async send(name, payload, key) {
      assertMayConnect(databaseOf(given.db)); // the embedded database would wait for the end of the transaction
      if (!starting) throw new Error("background jobs are not open");
      await sendTo(await starting, name, { key, payload });
    },
    async start() {
      starting ??= start();
      await starting;
    },
    async stop(graceMs) {
      const boss = await starting?.catch(() => null);
      if (!boss) return;
      const ended = Promise.all(workers.splice(0).map(({ name, id }) => boss.offWork(name, { id, wait: true })));
      await within(ended, graceMs);
      stopping.abort(new Error("the server ends"));
      await within(ended, lastWordsMs);
    },
    async close() {
      const boss = await starting?.catch(() => null);
      starting = null;
      await boss?.stop({ graceful: false });
    },
  };
}

async function sendTo(boss: PgBoss, name: string, kept: Kept): Promise<void> {
  await boss.send(name, kept, { singletonKey: kept.key, group: { id: kept.key } });
}

/** Resolves when the work has ended or the time is over. */
async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, over]).finally(() => clearTimeout(timer));
}
