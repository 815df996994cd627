import type { Platform } from "../../core/context.ts";
import { keptSeconds } from "./conversionAddress.ts";
import { sendConversion } from "./registerExportJobs.ts";
import { deleteConversion, listConversionsBefore, listUnfinishedConversions } from "./repository.ts";

/** What waits for longer may have lost its job; before that its request may still be on its way to where blobs are kept. */
const jobMayBeLostMs = 60_000;
const perSweep = 500;

/**
 * Takes up documents whose job was lost or whose process died, and deletes those that were asked for a day ago, whatever became of them.
 */
export async function tendConversions(platform: Platform): Promise<void> {
  const { db, clock, processes, blobs, log } = platform;
  const now = clock.now().getTime();
  const unfinished = await listUnfinishedConversions(db);
  const others = unfinished.flatMap(({ process_id }) => process_id ?? []).filter((id) => id !== processes.id);
  const dead = new Set(others.length === 0 ? [] : await processes.deadAmong([...new Set(others)]));
  for (const { id, state, process_id, state_changed_at } of unfinished) {
    const isLate = now - state_changed_at.getTime() > jobMayBeLostMs;
    const isLeft = process_id === null ? state === "queued" && isLate : dead.has(process_id);
    if (isLeft) await sendConversion(platform, id);
  }
  for (const { id, input_key, output_key, attempts, format } of await listConversionsBefore(
    db,
    new Date(now - keptSeconds * 1_000),
    perSweep,
  )) {
    // Also what an attempt left that died before it could say so.
    const tried = Array.from({ length: attempts }, (_, index) => `conversions/${id}/${index + 1}.${format}`);
    const keys = new Set([
      `conversions/${id}/request.json`,
      ...tried,
      ...(input_key ? [input_key] : []),
      ...(output_key ? [output_key] : []),
    ]);
    try {
      await blobs.remove([...keys]);
      await deleteConversion(db, id);
    } catch (error) {
      log.warn({ err: error, conversion: id }, "a document that has expired was not cleared away");
    }
  }
}
