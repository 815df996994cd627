import type { Platform } from "../../../core/context.ts";
import { reapAbandonedUploads } from "../reapAbandonedUploads.ts";
import { finishRelease, releaseDocument } from "./releaseDocument.ts";
import {
  listDocumentIdsReleasedBefore,
  listUnfinishedDocuments,
  listUnprocessedFileIds,
  listUnreferencedDocumentIds,
  reclaimDocument,
  type UnfinishedDocument,
} from "./repository.ts";
import { startIngestion } from "./startIngestion.ts";

/** A file that has been queued for longer may have lost its job. */
const lostJobTimeoutMs = 5 * 60_000;
/** A release that takes longer was interrupted. */
const releaseTimeoutMs = 60_000;

/**
 * Resumes unfinished work: documents claimed by dead processes, files whose job was lost, interrupted releases and
 * abandoned uploads. At startup, also releases documents that no file references, and treats every queued file as one
 * whose job was lost. Does not interfere with live processes.
 */
export async function resumeUnfinishedFiles(platform: Platform, trigger: "startup" | "periodic"): Promise<void> {
  const { db, clock } = platform;
  const subtractFromNow = (ms: number) => new Date(clock.now().getTime() - ms);
  for (const documentId of await listDocumentIdsReleasedBefore(db, subtractFromNow(releaseTimeoutMs))) {
    await finishRelease(platform, documentId);
  }
  const unfinishedDocuments = await listUnfinishedDocuments(db);
  const reclaimedDocuments = await reclaimAbandonedDocuments(platform, unfinishedDocuments);
  if (trigger === "startup")
    for (const documentId of await listUnreferencedDocumentIds(db)) await releaseDocument(platform, documentId);
  const queuedBefore = subtractFromNow(trigger === "startup" ? 0 : lostJobTimeoutMs);
  const documentsWithLostJob = unfinishedDocuments.filter(
    ({ state, stateChangedAt }) => state === "queued" && stateChangedAt <= queuedBefore,
  );
  const fileIds = new Set([
    ...[...reclaimedDocuments, ...documentsWithLostJob].flatMap(({ fileId }) => (fileId === null ? [] : [fileId])),
    ...(await listUnprocessedFileIds(db, queuedBefore)),
  ]);
  for (const fileId of fileIds) await startIngestion(platform, fileId);
  await reapAbandonedUploads(platform);
  if (reclaimedDocuments.length > 0)
    platform.log.info({ documents: reclaimedDocuments.length }, "reclaimed documents of dead processes");
}

/** Queues the documents of dead processes again and releases those without a file. Returns all reclaimed documents. */
async function reclaimAbandonedDocuments(
  platform: Platform,
  unfinishedDocuments: readonly UnfinishedDocument[],
): Promise<UnfinishedDocument[]> {
  const { db, clock, processes } = platform;
  const processIds = new Set(unfinishedDocuments.flatMap(({ processId }) => (processId === null ? [] : [processId])));
  processIds.delete(processes.id);
  if (processIds.size === 0) return [];
  const deadProcessIds = new Set(await processes.findDead([...processIds]));
  const reclaimedDocuments: UnfinishedDocument[] = [];
  for (const document of unfinishedDocuments) {
    const { documentId, processId } = document;
    if (processId === null || !deadProcessIds.has(processId)) continue;
    if (!(await reclaimDocument(db, documentId, processId, clock.now()))) continue;
    if (document.fileId === null) await releaseDocument(platform, documentId);
    reclaimedDocuments.push(document);
  }
  return reclaimedDocuments;
}
