import type { Platform } from "../../../core/context.ts";
import { BlobMissing } from "../../../platform/blobStore/blobStore.ts";
import type { DocumentMetrics } from "../../../platform/documentMetrics.ts";
import type { JobRun } from "../../../platform/jobs/jobs.ts";
import { hashOfFile } from "./hashOfFile.ts";
import { DocumentBusy, linkToDocument, mostDeaths } from "./linkToDocument.ts";
import { bytesAreGone, readClaimed, serverFault } from "./readClaimed.ts";
import {
  type ArrivedFile,
  claimDocument,
  type DocumentState,
  findArrivedFile,
  findDocument,
  setFileFailure,
  setFileHash,
} from "./repository.ts";

/**
 * The job that makes a document of a file's bytes, once for all files with the same bytes. What is wrong with the bytes becomes the
 * document's state. Other errors are thrown, so that the job is tried again, and become the state at the last try.
 */
export function createIngest(platform: Platform, metrics: DocumentMetrics): (job: JobRun) => Promise<void> {
  /** Documents that this process is reading. */
  const reading = new Set<string>();

  const link = async (file: ArrivedFile, path: string | null, signal: AbortSignal): Promise<string | null> => {
    if (file.sha256 !== null) return linkToDocument(platform, file, file.sha256);
    if (path === null) throw new Error("a file without a hash needs its bytes");
    const sha256 = await hashOfFile(path, signal);
    await setFileHash(platform.db, file.id, sha256);
    return linkToDocument(platform, file, sha256);
  };

  /** `path`: of a local file with the bytes, where there is one already. */
  const ingest = async (file: ArrivedFile, path: string | null, job: JobRun): Promise<void> => {
    const { db, clock, processes } = platform;
    const documentId = file.document_id ?? (await link(file, path, job.signal));
    if (documentId === null) return;
    const seen = await findDocument(db, documentId);
    if (!seen || seen.is_released) throw new DocumentBusy();
    const attempts = await attemptAt(platform, seen, reading);
    if (attempts === null) return;
    const claim = await claimDocument(db, seen, { processId: processes.id, attempts, now: clock.now() });
    if (!claim) throw new DocumentBusy();
    reading.add(documentId);
    try {
      await readClaimed(platform, metrics, { file, claim, path, job, isDeadly: attempts > mostDeaths });
    } finally {
      reading.delete(documentId);
    }
  };

  return async (job) => {
    const file = await findArrivedFile(platform.db, String(job.payload.fileId));
    if (!file || file.failure !== null) return;
    try {
      if (file.document_id !== null || file.sha256 !== null) await ingest(file, null, job);
      else await platform.blobs.withLocalFile(file.blob_key, (path) => ingest(file, path, job));
    } catch (error) {
      if (error instanceof BlobMissing) return setFileFailure(platform.db, file.id, bytesAreGone);
      if (job.isLast && !job.signal.aborted) await setFileFailure(platform.db, file.id, serverFault);
      throw error;
    }
  };
}

/** The how-manieth attempt to read it is due; null: none, as it is read already or being read. */
async function attemptAt(
  { processes }: Platform,
  seen: DocumentState,
  reading: ReadonlySet<string>,
): Promise<number | null> {
  if (seen.state === "queued") return seen.attempts + 1;
  if (seen.state !== "extracting") return null;
  const owner = seen.process_id;
  // Of this process, but not at work: what it wrote at the end did not reach the database.
  if (owner === processes.id) return reading.has(seen.id) ? null : seen.attempts;
  return owner === null || (await processes.deadAmong([owner])).length > 0 ? seen.attempts + 1 : null;
}
