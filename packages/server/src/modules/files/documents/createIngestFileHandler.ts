import type { Platform } from "../../../core/context.ts";
import { BlobNotFoundError } from "../../../platform/blobStore/blobStore.ts";
import type { DocumentMetrics } from "../../../platform/documentMetrics.ts";
import type { JobRun } from "../../../platform/jobs/jobs.ts";
import { publishFile, publishFilesOfDocument } from "../publishFiles.ts";
import { createActiveExtractions } from "./activeExtractions.ts";
import { hashFile } from "./hashFile.ts";
import { DocumentBusyError, linkFileToDocument } from "./linkFileToDocument.ts";
import { bytesMissingMessage, processClaimedDocument, serverErrorMessage } from "./processClaimedDocument.ts";
import {
  claimDocument,
  type DocumentStateRow,
  findDocument,
  findUploadedFile,
  setFileFailure,
  setFileHash,
  type UploadedFile,
} from "./repository.ts";

/**
 * A document fails after this many processes have died while extracting it and nothing else. The first death is not
 * counted, because other documents may have caused it. Further attempts are made alone.
 */
const maxProcessDeaths = 3;

/**
 * Creates the handler of the job that extracts a file's document. Files of one kind with the same bytes share one
 * document, which is extracted once. A problem with the bytes makes the document fail. Other errors are thrown so that
 * the job is retried; at the last attempt they make the document fail, or the file if it has no document yet.
 */
export function createIngestFileHandler(
  platform: Platform,
  metrics: DocumentMetrics,
  { lock, ids: activeIds } = createActiveExtractions(),
): (job: JobRun) => Promise<void> {
  const linkToDocument = async (
    file: UploadedFile,
    path: string | null,
    signal: AbortSignal,
  ): Promise<string | null> => {
    if (file.sha256 !== null) return linkFileToDocument(platform, file, file.sha256);
    if (path === null) throw new Error("a file without a hash needs its bytes");
    const sha256 = await hashFile(path, signal);
    await setFileHash(platform.db, file.id, sha256);
    return linkFileToDocument(platform, file, sha256);
  };

  /** `path` is a local file with the bytes, or null if there is none yet. */
  const ingest = async (file: UploadedFile, path: string | null, job: JobRun): Promise<void> => {
    const { db, clock, processes } = platform;
    const documentId = file.document_id ?? (await linkToDocument(file, path, job.signal));
    if (documentId === null) return;
    const document = await findDocument(db, documentId);
    if (!document || document.is_released) throw new DocumentBusyError();
    const attempts = await getNextAttempt(platform, document, activeIds);
    if (attempts === null) return;
    const endExtraction = await lock.acquire(attempts > 1 ? "alone" : "together", job.signal);
    try {
      const claim = await claimDocument(db, document, { processId: processes.id, attempts, now: clock.now() });
      if (!claim) throw new DocumentBusyError();
      activeIds.add(documentId);
      await publishFilesOfDocument(platform, documentId);
      const hasTooManyCrashes = attempts > 1 + maxProcessDeaths;
      await processClaimedDocument(platform, metrics, { file, claim, path, job, hasTooManyCrashes }).finally(() => {
        activeIds.delete(documentId);
        return publishFilesOfDocument(platform, documentId);
      });
    } finally {
      endExtraction();
    }
  };

  const fail = async (fileId: string, reason: string) => {
    await setFileFailure(platform.db, fileId, reason);
    await publishFile(platform, fileId);
  };

  return async (job) => {
    const file = await findUploadedFile(platform.db, String(job.payload.fileId));
    if (!file || file.failure !== null) return;
    try {
      if (file.document_id !== null || file.sha256 !== null) await ingest(file, null, job);
      else await platform.blobs.withLocalFile(file.blob_key, (path) => ingest(file, path, job));
    } catch (error) {
      if (error instanceof BlobNotFoundError) return fail(file.id, bytesMissingMessage);
      if (job.isLastAttempt && !job.signal.aborted) await fail(file.id, serverErrorMessage);
      throw error;
    }
  };
}

/** Returns the number of the next attempt, or null if the document is finished or another attempt is running. */
async function getNextAttempt(
  { processes }: Platform,
  document: DocumentStateRow,
  activeIds: ReadonlySet<string>,
): Promise<number | null> {
  if (document.state === "queued") return document.attempts + 1;
  if (document.state !== "extracting") return null;
  const claimantId = document.process_id;
  // If this process holds the claim but is not working on it, its final write did not reach the database.
  if (claimantId === processes.id) return activeIds.has(document.id) ? null : document.attempts;
  return claimantId === null || (await processes.findDead([claimantId])).length > 0 ? document.attempts + 1 : null;
}
