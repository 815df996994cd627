import type { Platform } from "../../../core/context.ts";
import { setDocumentsUsed } from "./repository.ts";

/** The time is recorded this often at most, because only the order of documents matters. */
const precisionMs = 3_600_000;

/** Records that an answer uses these documents. Logs an error instead of throwing it, because answers do not need it. */
export async function markDocumentsUsed(
  { db, clock, log }: Pick<Platform, "db" | "clock" | "log">,
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return;
  const now = clock.now();
  await setDocumentsUsed(db, documentIds, now, new Date(now.getTime() - precisionMs)).catch((error: unknown) =>
    log.warn({ err: error }, "the use of documents could not be recorded"),
  );
}
