import type { Platform } from "../../core/context.ts";
import { type PeriodicTask, runPeriodically } from "../../platform/runPeriodically.ts";
import { reapConversions } from "./reapConversions.ts";

/** Runs `reapConversions` now and every `intervalMs`. */
export function startConversionReaper(platform: Platform, intervalMs: number): PeriodicTask {
  return runPeriodically(
    intervalMs,
    () => reapConversions(platform),
    (error) => platform.log.warn({ err: error }, "conversions could not be reaped"),
  );
}
