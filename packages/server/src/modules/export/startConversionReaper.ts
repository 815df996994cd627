import type { Platform } from "../../core/context.ts";
import { type PeriodicTask, runPeriodically } from "../../platform/runPeriodically.ts";
import { reapConversions } from "./reapConversions.ts";

/** Runs `reapConversions` now and every `everyMs`. */
export function startConversionReaper(platform: Platform, everyMs: number): PeriodicTask {
  return runPeriodically(
    everyMs,
    () => reapConversions(platform),
    (error) => platform.log.warn({ err: error }, "conversions could not be reaped"),
  );
}
