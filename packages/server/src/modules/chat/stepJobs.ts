import type { JsonObject } from "@lectern/contract";
import type { Platform, Run } from "../../core/context.ts";

/** Registers the jobs of all steps. Call it before the jobs start. */
export function registerStepJobs(platform: Platform): void {
  for (const { name, job } of platform.runSteps) {
    if (job) platform.jobs.handle(name, job.options, ({ payload, signal }) => job.run(platform, payload, signal));
  }
}

/** Starts the job of a step after an answer: as a background job, or in memory if the conversation is local. */
export async function startStepJob(
  { platform, actor, turn }: Pick<Run, "platform" | "actor" | "turn">,
  stepIndex: number,
  payload: JsonObject | null | undefined,
): Promise<void> {
  const step = platform.runSteps[stepIndex];
  if (!payload || !step?.job) return;
  const { job } = step;
  // Clients choose the ids of requests, so another person may have the same one.
  const key = `${actor.principal.id}|${job.getKey?.(payload) ?? turn.requestId}`;
  if (turn.cloudIds) return platform.jobs.send(step.name, payload, key);
  const timeoutSignal = AbortSignal.timeout(job.options.timeoutSeconds * 1_000);
  await job.run(platform, payload, timeoutSignal);
}
