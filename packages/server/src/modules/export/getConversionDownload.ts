import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { verifyConversionUrl } from "./conversionUrl.ts";
import { mediaTypes } from "./mediaTypes.ts";
import { findConversionOfOwner } from "./repository.ts";

export interface ConversionDownload {
  blobKey: string;
  name: string;
  type: string;
}

/**
 * Returns the document of a signed URL. Throws `forbidden` if the URL is invalid, `notFound` if the document is not
 * ready or was deleted, and `unprocessable` with the reason if the conversion failed.
 */
export async function getConversionDownload(platform: Platform, query: unknown): Promise<ConversionDownload> {
  const { ownerId, id } = verifyConversionUrl(platform, query);
  const row = await findConversionOfOwner(platform.db, ownerId, id);
  if (row?.state === "failed") throw new AppError("unprocessable", { userMessage: row.reason ?? "" });
  if (row?.state !== "ready" || row.output_key === null) {
    throw new AppError("notFound", {
      userMessage: row ? "The document is not ready yet." : "This document is no longer available.",
    });
  }
  return { blobKey: row.output_key, name: row.file_name, type: mediaTypes[row.format] };
}
