import type { Platform } from "../../core/context.ts";
import { type Repeating, repeat } from "../../platform/repeat.ts";
import { reapConversions } from "./reapConversions.ts";

/** Runs `reapConversions` now and every `everyMs`. */
export function startConversionReaper(platform: Platform, everyMs: number): Repeating {
  return repeat(
    everyMs,
    () => reapConversions(platform),
    (error) => platform.log.warn({ err: error }, "conversions could not be reaped"),
  );
}
