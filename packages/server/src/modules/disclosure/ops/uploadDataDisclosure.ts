import { randomBytes, randomUUID } from "node:crypto";
import { limits, normalizeFileName, uploadDataDisclosure } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { assertSiteAdmin } from "../../access/service.ts";
import { createUploadUrl } from "../disclosureUrls.ts";
import { createNotPdfError } from "../readDisclosurePdf.ts";
import { createTooLargeError } from "../receiveDisclosure.ts";

export const uploadDataDisclosureHandler = implement(
  uploadDataDisclosure,
  async (ctx, { fileName, contentType, md5, size = null }) => {
    assertSiteAdmin(ctx.actor);
    if (contentType.trim().toLowerCase() !== "application/pdf") throw createNotPdfError();
    if (size !== null && size > limits.disclosureBytes) throw createTooLargeError();
    const timestamp = toTimestamp(ctx.clock.now());
    const claim = {
      ownerId: ctx.actor.principal.id,
      version: `${timestamp}-${randomBytes(4).toString("hex")}`,
      id: randomUUID(),
      name: addTimestamp(fileName, timestamp),
      md5,
      size,
    };
    return { presigned_url: createUploadUrl(ctx, claim) };
  },
);

const maxStemLength = 150;

/** Returns, for example, `Agreement_2026-11-29T08-20-00Z.pdf`. */
function addTimestamp(fileName: string, timestamp: string): string {
  const stem = normalizeFileName(fileName).replace(/\.pdf$/i, "");
  return `${[...stem].slice(0, maxStemLength).join("")}_${timestamp}.pdf`;
}

/** The time in UTC, in characters that names of files may have. */
const toTimestamp = (time: Date) => `${time.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
