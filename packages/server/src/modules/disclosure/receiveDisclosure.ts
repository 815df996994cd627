import { limits } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor, Context, Platform } from "../../core/context.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { assertSiteAdmin } from "../access/service.ts";
import { getAuditSource, recordAudit } from "../audit/service.ts";
import { publishToAllBrowsers } from "../browserEvents/service.ts";
import { getSiteFileKey, receiveSiteFile } from "../siteFiles/service.ts";
import type { UploadClaim } from "./disclosureUrls.ts";
import { createNotPdfError, readDisclosurePdf } from "./readDisclosurePdf.ts";
import { findRequiredDisclosure, insertDocument, setRequiredDisclosure } from "./repository.ts";
import { forgetRequiredVersion } from "./requiredDisclosure.ts";

interface UploadBody {
  chunks: AsyncIterable<Uint8Array>;
  /** The request's `content-length`; undefined if the header is missing. */
  length: number | undefined;
  type: string | undefined;
}

/**
 * Receives the PDF of a new version at a signed URL, reads it, and makes it the version that people must accept. If
 * anything fails, nothing changes. Throws the errors of `receiveSiteFile` and `readDisclosurePdf`.
 */
export async function receiveDisclosure(
  ctx: Platform & Pick<Context, "requestId" | "signal">,
  actor: Actor,
  { version, ...upload }: UploadClaim,
  { chunks, length, type }: UploadBody,
): Promise<void> {
  assertSiteAdmin(actor);
  if (type?.split(";")[0]?.trim().toLowerCase() !== "application/pdf") throw createNotPdfError();
  if (length !== undefined && length > limits.disclosureBytes) throw createTooLargeError();
  let html = "";
  const body = { chunks, length, md5: undefined, signal: ctx.signal };
  await receiveSiteFile(ctx, actor, upload, body, {
    purpose: "dataDisclosure",
    type: "application/pdf",
    maxBytes: limits.disclosureBytes,
    async check(path) {
      html = await readDisclosurePdf(ctx, path, ctx.signal);
      ctx.signal.throwIfAborted();
    },
    async store(tx, id, bytes) {
      await storeVersion(tx, ctx, actor, {
        version,
        file_name: upload.name,
        blob_key: getSiteFileKey(id),
        bytes,
        html,
      });
      return [];
    },
  });
  forgetRequiredVersion(ctx);
  publishToAllBrowsers(ctx, { type: "config" });
}

async function storeVersion(
  tx: DbTransaction,
  ctx: Platform & Pick<Context, "requestId">,
  actor: Actor,
  document: { version: string; file_name: string; blob_key: string; bytes: number; html: string },
): Promise<void> {
  const { version } = document;
  const now = ctx.clock.now();
  const before = await findRequiredDisclosure(tx);
  await insertDocument(tx, { ...document, uploaded_by: actor.principal.id, uploaded_at: now });
  await setRequiredDisclosure(tx, { version, savedBy: actor.principal.id, now });
  await recordAudit(tx, getAuditSource(ctx, actor), {
    verb: "configure",
    objectType: "configuration",
    objectIds: ["dataDisclosure"],
    before: { version: before },
    after: { version },
  });
}

export const createTooLargeError = () =>
  new AppError("tooLarge", {
    userMessage: `This file is too large. A data disclosure can be at most ${limits.disclosureBytes / 1_000_000} MB.`,
  });
