import type { TextEncoding } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import { publishFile } from "../publishFiles.ts";
import { releaseDocument } from "./releaseDocument.ts";
import { setFileEncoding } from "./repository.ts";
import { startIngestion } from "./startIngestion.ts";

/**
 * Reads the text of an uploaded file in another encoding, which it keeps. Its document is another one, because equal
 * bytes of other people's files are still read as before.
 */
export async function chooseEncoding(platform: Platform, fileId: string, encoding: TextEncoding | null): Promise<void> {
  const previousDocumentId = await setFileEncoding(platform.db, fileId, encoding);
  await startIngestion(platform, fileId);
  await publishFile(platform, fileId);
  await releaseDocument(platform, previousDocumentId);
}
