import type { Platform } from "../../core/context.ts";
import { conversionTtlSeconds } from "./conversionUrl.ts";
import { deleteConversionWithBlobs } from "./deleteConversionWithBlobs.ts";
import { enqueueConversion } from "./registerExportJobs.ts";
import { listConversionsBefore, listUnfinishedConversions } from "./repository.ts";

/** A request queued for longer may have lost its job. A newer request may not be in the blob store yet. */
export const lostJobTimeoutMs = 60_000;
const maxDeletionsPerRun = 500;

/** Re-enqueues conversions whose job was lost or whose process died, and deletes those requested over a day ago. */
export async function reapConversions(platform: Platform): Promise<void> {
  const { db, clock, processes, log } = platform;
  const now = clock.now().getTime();
  const unfinishedConversions = await listUnfinishedConversions(db);
  const otherProcessIds = unfinishedConversions
    .flatMap(({ process_id }) => process_id ?? [])
    .filter((id) => id !== processes.id);
  const deadProcessIds = new Set(
    otherProcessIds.length === 0 ? [] : await processes.findDead([...new Set(otherProcessIds)]),
  );
  for (const { id, state, process_id, state_changed_at } of unfinishedConversions) {
    const isLate = now - state_changed_at.getTime() > lostJobTimeoutMs;
    const isAbandoned = process_id === null ? state === "queued" && isLate : deadProcessIds.has(process_id);
    if (isAbandoned) await enqueueConversion(platform, id);
  }
  for (const conversion of await listConversionsBefore(
    db,
    new Date(now - conversionTtlSeconds * 1_000),
    maxDeletionsPerRun,
  )) {
    await deleteConversionWithBlobs(platform, conversion).catch((error: unknown) => {
      log.warn({ err: error, conversion: conversion.id }, "an expired conversion was not deleted");
    });
  }
}
