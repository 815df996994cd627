import type { Platform } from "../../core/context.ts";
import { type Repeating, repeat } from "../../platform/repeat.ts";
import { tendConversions } from "./tendConversions.ts";

/** Takes up documents that were left unfinished, and deletes old ones, now and every `everyMs`. */
export function startTending(platform: Platform, everyMs: number): Repeating {
  return repeat(
    everyMs,
    () => tendConversions(platform),
    (error) => platform.log.warn({ err: error }, "documents to be made could not be taken up"),
  );
}
