import type { Platform } from "../../core/context.ts";
import { type PeriodicTask, runPeriodically } from "../../platform/runPeriodically.ts";
import { listUnfinishedErasures, markErasureEnded } from "./repository.ts";

const jobName = "eraseData";
const jobOptions = { concurrency: 1, timeoutSeconds: 3_600, retries: 3 };

/** Registers the job that deletes the data of an erased person. At most one runs for a person. */
export function registerErasureJob(platform: Platform): void {
  platform.jobs.handle(jobName, jobOptions, async ({ payload }) => {
    await deletePersonalData(platform, String(payload.personId));
  });
}

/**
 * Queues the job. A failure is only logged, because the periodic task queues it again.
 */
export async function enqueueErasure({ jobs, log }: Platform, personId: string): Promise<void> {
  await jobs.send(jobName, { personId }, personId).catch((error: unknown) => {
    log.warn({ err: error, user: personId }, "an erasure could not be queued");
  });
}

/** Queues the erasures that a crash or work in progress left unfinished, now and every `intervalMs`. */
export function startErasureTask(platform: Platform, intervalMs: number): PeriodicTask {
  return runPeriodically(
    intervalMs,
    async () => {
      for (const personId of await listUnfinishedErasures(platform.db)) await enqueueErasure(platform, personId);
    },
    (error) => platform.log.warn({ err: error }, "unfinished erasures could not be resumed"),
  );
}

/** Deletes what all modules store about an erased person. Returns true if nothing is left. */
export async function deletePersonalData(platform: Platform, personId: string): Promise<boolean> {
  let isComplete = true;
  for (const erase of platform.personErasers) isComplete = (await erase(platform, personId)) && isComplete;
  if (isComplete) await markErasureEnded(platform.db, personId, platform.clock.now());
  return isComplete;
}
