import type { UploadStatus } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import { completeDirectUpload } from "./completeDirectUpload.ts";
import { fileNotFoundError } from "./fileNotFoundError.ts";
import type { FileUrlClaim } from "./fileUrls.ts";
import { loadDocumentContent } from "./loadDocumentContent.ts";
import { getFileState, presentMetadata, presentStatus } from "./present.ts";
import { type FileRow, findFile } from "./repository.ts";

// Reads through signed URLs: the signature is the permission, so there is no actor. All throw `notFound` if the file
// does not exist.

/**
 * Returns the status of an upload. This is also how the server learns that a direct upload to the store is complete.
 */
export async function getUploadStatus(platform: Platform, claim: FileUrlClaim): Promise<UploadStatus> {
  const row = await requireFile(platform, claim);
  const upload = { id: row.id, owner_id: claim.ownerId, blob_key: row.blob_key };
  if (getFileState(row) !== "uploading" || !(await completeDirectUpload(platform, upload))) return presentStatus(row);
  return presentStatus(await requireFile(platform, claim));
}

/** The metadata of a document or image. Throws `notFound` until it is ready. */
export async function getFileMetadata(platform: Platform, claim: FileUrlClaim): Promise<Record<string, unknown>> {
  return presentMetadata(await requireReadyFile(platform, claim));
}

/** Streams a document's content as JSON, under this file's own name. */
export async function streamFileContent(platform: Platform, claim: FileUrlClaim): Promise<AsyncIterable<string>> {
  const row = await requireReadyFile(platform, claim);
  if (row.content_key === null) throw fileNotFoundError();
  const { content, totalItems, locationProperties } = await loadDocumentContent(
    platform,
    row.content_key,
    row.extractor,
  );
  const { name, tags, createdAt, totalTokens, props } = presentMetadata(row);
  const head = { name, totalItems, locationProperties, createdAt, totalTokens, tags, props };
  return streamContentJson(head, content);
}

async function* streamContentJson(head: object, content: readonly object[]): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"content":[`;
  const itemsPerChunk = 100;
  for (let from = 0; from < content.length; from += itemsPerChunk) {
    const chunk = content.slice(from, from + itemsPerChunk).map((item) => JSON.stringify(item));
    yield (from === 0 ? "" : ",") + chunk.join(",");
  }
  yield "]}";
}

/** The blob key, name and media type of the original file. */
export async function getFileDownload(
  platform: Platform,
  claim: FileUrlClaim,
): Promise<{ blobKey: string; name: string; type: string }> {
  const row = await requireFile(platform, claim);
  if (!row.uploaded_at) throw fileNotFoundError();
  return { blobKey: row.blob_key, name: claim.name ?? row.name, type: row.type };
}

async function requireFile({ db }: Platform, { ownerId, key }: FileUrlClaim): Promise<FileRow> {
  const row = await findFile(db, ownerId, key);
  if (!row) throw fileNotFoundError();
  return row;
}

async function requireReadyFile(platform: Platform, claim: FileUrlClaim): Promise<FileRow> {
  const row = await requireFile(platform, claim);
  if (getFileState(row) !== "ready") throw fileNotFoundError();
  return row;
}
