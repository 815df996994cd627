import type { UploadStatus } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import { completeDirectUpload } from "./completeDirectUpload.ts";
import { createFileNotFoundError } from "./createFileNotFoundError.ts";
import type { OpenedFileUrl } from "./fileUrls.ts";
import { getReadScope } from "./getReadScope.ts";
import { loadDocumentContent } from "./loadDocumentContent.ts";
import { getFileState, presentMetadata, presentStatus } from "./present.ts";
import { type FileRow, findFile } from "./repository.ts";

// Functions for signed URLs. All functions throw `notFound` if the file does not exist, or if the person for whom the
// URL was signed may not read it any more.

/**
 * Returns the status of an upload. Completes a direct upload if the store has its bytes; throws `tooLarge` if they
 * exceed a limit.
 */
export async function getUploadStatus(platform: Platform, url: OpenedFileUrl): Promise<UploadStatus> {
  const row = await requireFile(platform, url);
  const upload = { id: row.id, owner_id: row.owner_id, blob_key: row.blob_key };
  if (getFileState(row) !== "uploading" || !(await completeDirectUpload(platform, upload))) return presentStatus(row);
  return presentStatus(await requireFile(platform, url));
}

/** Returns the metadata of a document or image. Throws `notFound` unless the file is ready. */
export async function getFileMetadata(platform: Platform, url: OpenedFileUrl): Promise<Record<string, unknown>> {
  return presentMetadata(await requireReadyFile(platform, url));
}

/** Streams a document's content as JSON, with this file's name and tags. Throws `notFound` if there is no content. */
export async function streamFileContent(platform: Platform, url: OpenedFileUrl): Promise<AsyncIterable<string>> {
  const row = await requireReadyFile(platform, url);
  if (row.content_key === null) throw createFileNotFoundError();
  const { content, totalItems, locationProperties } = await loadDocumentContent(
    platform,
    row.content_key,
    row.extractor,
  );
  const { name, tags, createdAt, totalTokens, props } = presentMetadata(row);
  const properties = { name, totalItems, locationProperties, createdAt, totalTokens, tags, props };
  return streamContentJson(properties, content);
}

async function* streamContentJson(properties: object, content: readonly object[]): AsyncGenerator<string> {
  yield `${JSON.stringify(properties).slice(0, -1)},"content":[`;
  const itemsPerPart = 100;
  for (let from = 0; from < content.length; from += itemsPerPart) {
    const serializedItems = content.slice(from, from + itemsPerPart).map((item) => JSON.stringify(item));
    yield (from === 0 ? "" : ",") + serializedItems.join(",");
  }
  yield "]}";
}

/** Returns the blob key, name and media type of the original file. Throws `notFound` until it is uploaded. */
export async function getFileDownload(
  platform: Platform,
  url: OpenedFileUrl,
): Promise<{ blobKey: string; name: string; type: string }> {
  const row = await requireFile(platform, url);
  if (!row.uploaded_at) throw createFileNotFoundError();
  return { blobKey: row.blob_key, name: url.name ?? row.name, type: row.type };
}

async function requireFile({ db }: Platform, { actor, key, assistantId }: OpenedFileUrl): Promise<FileRow> {
  const row = await findFile(db, getReadScope(actor, assistantId), key);
  if (!row) throw createFileNotFoundError();
  return row;
}

async function requireReadyFile(platform: Platform, url: OpenedFileUrl): Promise<FileRow> {
  const row = await requireFile(platform, url);
  if (getFileState(row) !== "ready") throw createFileNotFoundError();
  return row;
}
