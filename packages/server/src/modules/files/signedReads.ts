import type { UploadStatus } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import { noticeDirectArrival } from "./directArrival.ts";
import type { FileClaim } from "./fileAddresses.ts";
import { noSuchFile } from "./noSuchFile.ts";
import { presentMetadata, presentStatus, stateOf } from "./present.ts";
import { readContent } from "./readContent.ts";
import { type FileRow, findFile } from "./repository.ts";

// What is read at signed addresses: the signature is the right to read, so there is no actor. All throw `notFound` where the file is not there.

/** How far an upload has come. Where browsers write to the store by themselves, this is how the server learns that they have. */
export async function uploadStatus(platform: Platform, claim: FileClaim): Promise<UploadStatus> {
  const row = await findClaimed(platform, claim);
  const upload = { id: row.id, owner_id: claim.ownerId, blob_key: row.blob_key };
  if (stateOf(row) !== "uploading" || !(await noticeDirectArrival(platform, upload))) return presentStatus(row);
  return presentStatus(await findClaimed(platform, claim));
}

/** What there is to know of a document or picture; not there until it is ready. */
export async function fileMetadata(platform: Platform, claim: FileClaim): Promise<Record<string, unknown>> {
  return presentMetadata(await findReady(platform, claim));
}

/** The JSON of a document's text, a piece at a time: what was taken from the bytes, under this file's own name. */
export async function fileContent(platform: Platform, claim: FileClaim): Promise<AsyncIterable<string>> {
  const row = await findReady(platform, claim);
  if (row.content_key === null) throw noSuchFile();
  const { content, totalItems, locationProperties } = await readContent(platform, row.content_key, row.extractor);
  const { name, tags, createdAt, totalTokens, props } = presentMetadata(row);
  const head = { name, totalItems, locationProperties, createdAt, totalTokens, tags, props };
  return contentJson(head, content);
}

async function* contentJson(head: object, content: readonly object[]): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"content":[`;
  const perPiece = 100;
  for (let from = 0; from < content.length; from += perPiece) {
    const piece = content.slice(from, from + perPiece).map((item) => JSON.stringify(item));
    yield (from === 0 ? "" : ",") + piece.join(",");
  }
  yield "]}";
}

/** Where the original's bytes are, and what they are. */
export async function fileDownload(
  platform: Platform,
  claim: FileClaim,
): Promise<{ blobKey: string; name: string; type: string }> {
  const row = await findClaimed(platform, claim);
  if (!row.uploaded_at) throw noSuchFile();
  return { blobKey: row.blob_key, name: claim.name ?? row.name, type: row.type };
}

async function findClaimed({ db }: Platform, { ownerId, key }: FileClaim): Promise<FileRow> {
  const row = await findFile(db, ownerId, key);
  if (!row) throw noSuchFile();
  return row;
}

async function findReady(platform: Platform, claim: FileClaim): Promise<FileRow> {
  const row = await findClaimed(platform, claim);
  if (stateOf(row) !== "ready") throw noSuchFile();
  return row;
}
