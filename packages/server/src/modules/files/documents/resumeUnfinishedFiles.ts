import type { Platform } from "../../../core/context.ts";
import { reapAbandonedUploads } from "../reapAbandonedUploads.ts";
import { finishRelease, releaseDocument } from "./releaseDocument.ts";
import {
  listReleasedBefore,
  listUnfinishedDocuments,
  listUnprocessedFiles,
  listUnreferencedDocuments,
  reclaimDocument,
  type UnfinishedDocument,
} from "./repository.ts";
import { startIngestion } from "./startIngestion.ts";

/** A file that has been queued for longer may have lost its job. */
const jobLostAfterMs = 5 * 60_000;
const releaseTimeoutMs = 60_000;

/**
 * Resumes unfinished work: documents claimed by dead processes, files whose job was lost, interrupted releases and
 * abandoned uploads. At startup, also releases documents that no file references and does not wait for lost jobs. Does
 * not touch what live processes are doing.
 */
export async function resumeUnfinishedFiles(platform: Platform, when: "startup" | "periodic"): Promise<void> {
  const { db, clock } = platform;
  const timeBefore = (ms: number) => new Date(clock.now().getTime() - ms);
  for (const documentId of await listReleasedBefore(db, timeBefore(releaseTimeoutMs))) {
    await finishRelease(platform, documentId);
  }
  const unfinished = await listUnfinishedDocuments(db);
  const reclaimed = await reclaimAbandonedDocuments(platform, unfinished);
  if (when === "startup")
    for (const documentId of await listUnreferencedDocuments(db)) await releaseDocument(platform, documentId);
  const queuedBefore = timeBefore(when === "startup" ? 0 : jobLostAfterMs);
  const lost = unfinished.filter(({ state, since }) => state === "queued" && since <= queuedBefore);
  const fileIds = new Set([
    ...[...reclaimed, ...lost].flatMap(({ fileId }) => (fileId === null ? [] : [fileId])),
    ...(await listUnprocessedFiles(db, queuedBefore)),
  ]);
  for (const fileId of fileIds) await startIngestion(platform, fileId);
  await reapAbandonedUploads(platform);
  if (reclaimed.length > 0) platform.log.info({ documents: reclaimed.length }, "reclaimed documents of dead processes");
}

/** Queues the documents claimed by dead processes again and releases those without a file. Returns all of them. */
async function reclaimAbandonedDocuments(
  platform: Platform,
  unfinished: readonly UnfinishedDocument[],
): Promise<UnfinishedDocument[]> {
  const { db, clock, processes } = platform;
  const processIds = new Set(unfinished.flatMap(({ processId }) => (processId === null ? [] : [processId])));
  processIds.delete(processes.id);
  if (processIds.size === 0) return [];
  const dead = new Set(await processes.findDead([...processIds]));
  const reclaimed: UnfinishedDocument[] = [];
  for (const document of unfinished) {
    const { documentId, processId } = document;
    if (processId === null || !dead.has(processId)) continue;
    if (!(await reclaimDocument(db, documentId, processId, clock.now()))) continue;
    if (document.fileId === null) await releaseDocument(platform, documentId);
    reclaimed.push(document);
  }
  return reclaimed;
}
