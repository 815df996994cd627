import { createHash, randomUUID } from "node:crypto";
import { limits } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor, Context, Platform } from "../../core/context.ts";
import { BlobTooLargeError } from "../../platform/blobStore/blobStore.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { assertSiteAdmin } from "../access/service.ts";
import { getAuditSource, recordAudit } from "../audit/service.ts";
import { publishToAllBrowsers } from "../browserEvents/service.ts";
import type { UploadClaim } from "./disclosureUrls.ts";
import { createNotPdfError, readDisclosurePdf } from "./readDisclosurePdf.ts";
import { findDocument, findRequiredDisclosure, insertDocument, setRequiredDisclosure } from "./repository.ts";
import { forgetRequiredVersion } from "./requiredDisclosure.ts";

interface UploadBody {
  chunks: AsyncIterable<Uint8Array>;
  /** The request's `content-length`; undefined if the header is missing. */
  length: number | undefined;
  type: string | undefined;
}

/**
 * Receives the PDF of a new version at a signed URL, reads it, and makes it the version that people must accept. If
 * anything fails, nothing changes. Throws `forbidden`, `conflict` if the URL was used before, `tooLarge`, `invalidInput`
 * and the errors of `readDisclosurePdf`.
 */
export async function receiveDisclosure(
  ctx: Platform & Pick<Context, "requestId" | "signal">,
  actor: Actor,
  claim: UploadClaim,
  body: UploadBody,
): Promise<void> {
  assertSiteAdmin(actor);
  assertHeaders(claim, body);
  if (await findDocument(ctx.db, claim.version)) throw createUsedError();
  const blobKey = `disclosures/${claim.version}/${randomUUID()}.pdf`;
  try {
    const bytes = await writePdf(ctx, blobKey, claim, body);
    const html = await readDisclosurePdf(ctx, blobKey, ctx.signal);
    ctx.signal.throwIfAborted();
    await storeVersion(ctx, actor, claim, { blobKey, bytes, html });
  } catch (error) {
    // The connection to the database may have broken after the commit.
    if ((await findDocument(ctx.db, claim.version))?.blob_key !== blobKey) {
      await ctx.blobs.remove([blobKey]);
      throw error;
    }
  }
  forgetRequiredVersion(ctx);
  publishToAllBrowsers(ctx, { type: "config" });
}

function assertHeaders({ size }: UploadClaim, { length, type }: UploadBody): void {
  if (type?.split(";")[0]?.trim().toLowerCase() !== "application/pdf") throw createNotPdfError();
  if (length === undefined) return;
  if (length > limits.disclosureBytes) throw createTooLargeError();
  if (size !== null && length !== size) throw createDamagedError();
}

/** Writes the bytes, which must be exactly those for which the URL was signed. Returns their number. */
async function writePdf(
  { blobs, signal }: Platform & Pick<Context, "signal">,
  blobKey: string,
  { md5, size }: UploadClaim,
  { chunks }: UploadBody,
): Promise<number> {
  const hash = createHash("md5");
  async function* hashChunks() {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const options = { type: "application/pdf", maxBytes: limits.disclosureBytes, signal };
  const { bytes } = await blobs.write(blobKey, hashChunks(), options).catch((error: unknown): never => {
    throw error instanceof BlobTooLargeError ? createTooLargeError() : error;
  });
  if ((size !== null && bytes !== size) || hash.digest("base64") !== md5) throw createDamagedError();
  return bytes;
}

async function storeVersion(
  ctx: Platform & Pick<Context, "requestId">,
  actor: Actor,
  { version, fileName }: UploadClaim,
  { blobKey, bytes, html }: { blobKey: string; bytes: number; html: string },
): Promise<void> {
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    const before = await findRequiredDisclosure(tx);
    await insertDocument(tx, {
      version,
      file_name: fileName,
      blob_key: blobKey,
      bytes,
      html,
      uploaded_by: actor.principal.id,
      uploaded_at: now,
    });
    await setRequiredDisclosure(tx, { version, savedBy: actor.principal.id, now });
    await recordAudit(tx, getAuditSource(ctx, actor), {
      verb: "configure",
      objectType: "configuration",
      objectIds: ["dataDisclosure"],
      before: { version: before },
      after: { version },
    });
  });
}

export const createTooLargeError = () =>
  new AppError("tooLarge", {
    userMessage: `This file is too large. A data disclosure can be at most ${limits.disclosureBytes / 1_000_000} MB.`,
  });

const createDamagedError = () =>
  new AppError("invalidInput", { userMessage: "The file was damaged during the upload. Please upload it again." });

const createUsedError = () => new AppError("conflict", { userMessage: "This file has already been uploaded." });
