import { fileTypeOf } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import type { DocumentMetrics, DocumentOutcome } from "../../../platform/documentMetrics.ts";
import { DocumentReadError } from "../../../platform/documents/documentReader.ts";
import type { JobRun } from "../../../platform/jobs/jobs.ts";
import { requestEmbedding } from "../../retrieval/service.ts";
import { extractDocument } from "./extractDocument.ts";
import { hashFile } from "./hashFile.ts";
import { releaseDocument } from "./releaseDocument.ts";
import {
  type DocumentClaim,
  findNewestFileId,
  findUploadedFile,
  markFailed,
  releaseClaim,
  type UploadedFile,
  unlinkFile,
} from "./repository.ts";
import { ClaimEndedError, type ClaimHeartbeat, startClaimHeartbeat } from "./startClaimHeartbeat.ts";
import { enqueueIngestJob } from "./startIngestion.ts";

export const bytesMissingMessage = "The content of this file is missing. Delete the file and upload it again.";
const bytesChangedMessage =
  "The content of this file has changed since it was uploaded. Delete the file and upload it again.";
export const serverErrorMessage = "This file couldn’t be read because of a server error. Try again later.";
const repeatedCrashMessage =
  "This file can’t be read: the server crashed each time it tried. It may be damaged or too large.";

export interface ClaimedDocument {
  file: UploadedFile;
  claim: DocumentClaim;
  /** A local file with the bytes; null if they must be fetched from the blob store. */
  path: string | null;
  job: JobRun;
  /** True if too many processes have died while extracting the document alone. */
  hasTooManyCrashes: boolean;
}

/** Extracts a claimed document and always ends the claim. Throws errors for which the job should be retried. */
export async function processClaimedDocument(
  platform: Platform,
  metrics: DocumentMetrics,
  claimedDocument: ClaimedDocument,
): Promise<void> {
  const { file, claim, job } = claimedDocument;
  const kind = fileTypeOf(file.name, file.type)?.kind ?? "text";
  const startedAt = performance.now();
  const countOutcome = (outcome: DocumentOutcome) =>
    metrics.countDocument({ kind, outcome, seconds: (performance.now() - startedAt) / 1_000 });
  if (claimedDocument.hasTooManyCrashes) {
    countOutcome("failed");
    await recordFailure(platform, claim, { userMessage: repeatedCrashMessage, canRetry: true });
    await releaseDocument(platform, claim.documentId);
    return;
  }
  const heartbeat = startClaimHeartbeat(platform, claim, job.signal);
  let isReady = false;
  try {
    if (claimedDocument.path !== null)
      await extractDocument(platform, heartbeat, { file, claim, path: claimedDocument.path });
    else {
      await platform.blobs.withLocalFile(file.blob_key, async (path) => {
        await assertUnchanged(platform, file, path, heartbeat.signal);
        await extractDocument(platform, heartbeat, { file, claim, path });
      });
    }
    await heartbeat.stop();
    countOutcome("ready");
    isReady = true;
  } catch (error) {
    await heartbeat.stop();
    countOutcome((await handleFailure(platform, heartbeat, claimedDocument, error)) ? "failed" : "interrupted");
  } finally {
    // If the last file was deleted in the meantime, the deletion could not release a document that was being extracted.
    await releaseDocument(platform, claim.documentId);
  }
  if (isReady) await requestEmbedding(platform, claim.documentId);
}

/** Returns true if it marked the document as failed. Throws the error if the job should be retried. */
async function handleFailure(
  platform: Platform,
  heartbeat: ClaimHeartbeat,
  { file, claim, job }: ClaimedDocument,
  error: unknown,
): Promise<boolean> {
  const cause: unknown = heartbeat.signal.aborted ? heartbeat.signal.reason : error;
  if (cause instanceof ClaimEndedError) {
    if (cause.reason === "unreferenced") await releaseClaim(platform.db, claim, platform.clock.now());
    return false;
  }
  // If the file or its bytes are gone or the bytes were replaced, try another file with the original bytes.
  const isBytesChanged = error instanceof BytesChangedError;
  if (!heartbeat.signal.aborted && (isBytesChanged || !(await hasBytes(platform, file.id)))) {
    await releaseClaim(platform.db, claim, platform.clock.now());
    await unlinkFile(platform.db, file.id, isBytesChanged ? bytesChangedMessage : bytesMissingMessage);
    const otherFileId = await findNewestFileId(platform.db, claim.documentId);
    if (otherFileId) await enqueueIngestJob(platform, otherFileId);
    return false;
  }
  if (!heartbeat.signal.aborted && error instanceof DocumentReadError) {
    platform.log.info({ documentId: claim.documentId, failure: error.failure }, "a document cannot be read");
    await recordFailure(platform, claim, { userMessage: error.userMessage, canRetry: error.canRetry });
    return true;
  }
  if (!heartbeat.signal.aborted && job.isLastAttempt) {
    platform.log.error({ err: error, documentId: claim.documentId }, "a document failed at the last attempt");
    await recordFailure(platform, claim, { userMessage: serverErrorMessage, canRetry: true });
    return true;
  }
  await releaseClaim(platform.db, claim, platform.clock.now());
  throw cause;
}

export class BytesChangedError extends Error {}

/**
 * Throws `BytesChangedError` if the bytes no longer have the recorded hash. The extracted text is shared by all files
 * with that hash, and anyone with the signed URL of a direct upload can replace the bytes until the URL expires.
 */
export async function assertUnchanged({ blobs }: Platform, file: UploadedFile, path: string, signal: AbortSignal) {
  if (blobs.origins.length > 0 && (await hashFile(path, signal)) !== file.sha256) throw new BytesChangedError();
}

async function hasBytes({ db, blobs }: Platform, fileId: string): Promise<boolean> {
  const file = await findUploadedFile(db, fileId);
  return file !== undefined && (await blobs.stat(file.blob_key)) !== null;
}

async function recordFailure(
  platform: Platform,
  claim: DocumentClaim,
  { userMessage, canRetry }: { userMessage: string; canRetry: boolean },
): Promise<void> {
  const failure = { reason: userMessage, canRetry, extractor: platform.documents.version };
  await markFailed(platform.db, claim, failure, platform.clock.now());
}
