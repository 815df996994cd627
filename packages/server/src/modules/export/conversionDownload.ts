import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { openConversionAddress } from "./conversionAddress.ts";
import { mediaTypes } from "./mediaTypes.ts";
import { findConversionOf } from "./repository.ts";

export interface ConversionDownload {
  blobKey: string;
  name: string;
  type: string;
}

/** The document at a signed address. Throws `notFound` as long as it is not ready, `unprocessable` with the reason where it cannot be made. */
export async function conversionDownload(platform: Platform, query: unknown): Promise<ConversionDownload> {
  const { ownerId, id } = openConversionAddress(platform, query);
  const row = await findConversionOf(platform.db, ownerId, id);
  if (row?.state === "failed") throw new AppError("unprocessable", { userMessage: row.reason ?? "" });
  if (row?.state !== "ready" || row.output_key === null) {
    throw new AppError("notFound", {
      userMessage: row ? "The document is not ready yet." : "This document is no longer here.",
    });
  }
  return { blobKey: row.output_key, name: row.file_name, type: mediaTypes[row.format] };
}
