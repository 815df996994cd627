import { fileTypeOf } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import type { DocumentMetrics, DocumentOutcome } from "../../../platform/documentMetrics.ts";
import { ReadFailed } from "../../../platform/documents/documentReader.ts";
import type { JobRun } from "../../../platform/jobs/jobs.ts";
import { requestEmbedding } from "../../retrieval/service.ts";
import { sendIngest } from "./fileArrived.ts";
import { hashOfFile } from "./hashOfFile.ts";
import { ClaimEnded, type HeldClaim, holdClaim } from "./holdClaim.ts";
import { readIntoDocument } from "./readIntoDocument.ts";
import { releaseDocument } from "./releaseDocument.ts";
import {
  type ArrivedFile,
  type Claim,
  findArrivedFile,
  findFileOf,
  markFailed,
  putBack,
  unlinkFile,
} from "./repository.ts";

export const bytesAreGone = "The bytes of this file are no longer there. Delete it and upload it again.";
const bytesHaveChanged =
  "The bytes of this file are others than those that were uploaded. Delete it and upload it again.";
export const serverFault = "This file could not be read because of a fault of the server. Try again later.";
const deadly = "This file cannot be read: the server ended each time it tried. It may be damaged or too large.";

export interface ClaimedReading {
  file: ArrivedFile;
  claim: Claim;
  /** Of a local file with the bytes; null: to be had from the blob store. */
  path: string | null;
  job: JobRun;
  /** Too many processes have died over it. */
  isDeadly: boolean;
}

/** Reads a claimed document and ends the claim, however it goes. Throws what the job is to be tried again for. */
export async function readClaimed(
  platform: Platform,
  metrics: DocumentMetrics,
  reading: ClaimedReading,
): Promise<void> {
  const { file, claim, job } = reading;
  const kind = fileTypeOf(file.name, file.type)?.kind ?? "text";
  const startedAt = performance.now();
  const count = (outcome: DocumentOutcome) =>
    metrics.countDocument({ kind, outcome, seconds: (performance.now() - startedAt) / 1_000 });
  if (reading.isDeadly) {
    count("failed");
    await fail(platform, claim, { userMessage: deadly, canRetry: false, attempts: claim.attempts });
    return;
  }
  const held = holdClaim(platform, claim, job.signal);
  let isReady = false;
  try {
    if (reading.path !== null) await readIntoDocument(platform, held, { file, claim, path: reading.path });
    else {
      await platform.blobs.withLocalFile(file.blob_key, async (path) => {
        await assertUnchanged(platform, file, path, held.signal);
        await readIntoDocument(platform, held, { file, claim, path });
      });
    }
    await held.stop();
    count("ready");
    isReady = true;
  } catch (error) {
    await held.stop();
    count((await settle(platform, held, reading, error)) ? "failed" : "interrupted");
  }
  // What nobody wants any more by now, nobody else removes.
  await releaseDocument(platform, claim.documentId);
  if (isReady) await requestEmbedding(platform, claim.documentId);
}

/** True: it has failed for good. Throws the error where the job is to be tried again. */
async function settle(
  platform: Platform,
  held: HeldClaim,
  { file, claim, job }: ClaimedReading,
  error: unknown,
): Promise<boolean> {
  const reason: unknown = held.signal.aborted ? held.signal.reason : error;
  if (reason instanceof ClaimEnded) {
    if (reason.why === "unwanted") await putBack(platform.db, claim, platform.clock.now());
    return false;
  }
  // The bytes that were to be read may have gone with their file, or are others now; another file may have the same.
  const isChanged = error instanceof BytesChanged;
  if (!held.signal.aborted && (isChanged || !(await hasBytes(platform, file.id)))) {
    await putBack(platform.db, claim, platform.clock.now());
    await unlinkFile(platform.db, file.id, isChanged ? bytesHaveChanged : bytesAreGone);
    const other = await findFileOf(platform.db, claim.documentId);
    if (other) await sendIngest(platform, other);
    return false;
  }
  if (!held.signal.aborted && error instanceof ReadFailed) {
    platform.log.info({ documentId: claim.documentId, failure: error.failure }, "a document cannot be read");
    await fail(platform, claim, { userMessage: error.userMessage, canRetry: error.canRetry, attempts: 0 });
    return true;
  }
  if (!held.signal.aborted && job.isLast) {
    platform.log.error({ err: error, documentId: claim.documentId }, "a document was given up");
    await fail(platform, claim, { userMessage: serverFault, canRetry: true, attempts: 0 });
    return true;
  }
  await putBack(platform.db, claim, platform.clock.now());
  throw reason;
}

class BytesChanged extends Error {}

/**
 * What is read belongs to everybody who has the same bytes. Where browsers write to the store by themselves their address stays good for a while, and
 * may put others in the place of those whose hash was taken. Throws `BytesChanged`.
 */
async function assertUnchanged({ blobs }: Platform, file: ArrivedFile, path: string, signal: AbortSignal) {
  if (blobs.origins.length > 0 && (await hashOfFile(path, signal)) !== file.sha256) throw new BytesChanged();
}

async function hasBytes({ db, blobs }: Platform, fileId: string): Promise<boolean> {
  const file = await findArrivedFile(db, fileId);
  return file !== undefined && (await blobs.stat(file.blob_key)) !== null;
}

async function fail(
  platform: Platform,
  claim: Claim,
  { userMessage, canRetry, attempts }: { userMessage: string; canRetry: boolean; attempts: number },
): Promise<void> {
  const failure = { reason: userMessage, canRetry, attempts, extractor: platform.documents.version };
  await markFailed(platform.db, claim, failure, platform.clock.now());
}
