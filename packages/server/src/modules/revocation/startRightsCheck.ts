import type { Platform } from "../../core/context.ts";
import { type PeriodicTask, runPeriodically } from "../../platform/runPeriodically.ts";
import { endUnauthorizedWork } from "./endUnauthorizedWork.ts";

/**
 * With the caches of rights, which live two seconds, and the half second in which the answer for an API key ends, a
 * revocation holds everywhere within five seconds.
 */
const checkIntervalMs = 2_000;

/** Checks the rights of everything in progress every two seconds. */
export function startRightsCheck(platform: Platform): PeriodicTask {
  return runPeriodically(
    checkIntervalMs,
    () => endUnauthorizedWork(platform),
    (error) => platform.log.warn({ err: error }, "the rights of work in progress could not be checked"),
  );
}
