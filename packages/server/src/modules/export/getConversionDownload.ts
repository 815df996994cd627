import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { getOwnerId } from "../access/service.ts";
import { mediaTypes } from "./mediaTypes.ts";
import { findConversionOfOwner } from "./repository.ts";

export interface ConversionDownload {
  blobKey: string;
  name: string;
  type: string;
}

/**
 * Returns the actor's document; null if it is not ready yet. Throws `notFound` if the document does not exist or was
 * deleted, and `unprocessable` with the reason if the conversion failed.
 */
export async function getConversionDownload(
  platform: Platform,
  actor: Actor,
  id: string,
): Promise<ConversionDownload | null> {
  const row = await findConversionOfOwner(platform.db, getOwnerId(actor), id);
  if (!row) throw new AppError("notFound", { userMessage: "This document is no longer available." });
  if (row.state === "failed") throw new AppError("unprocessable", { userMessage: row.reason ?? "" });
  if (row.state !== "ready" || row.output_key === null) return null;
  return { blobKey: row.output_key, name: row.file_name, type: mediaTypes[row.format] };
}
