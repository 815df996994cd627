import { createHash } from "node:crypto";
import { fileTypeOf } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import { requestMissingEmbedding } from "../../retrieval/service.ts";
import { findDocument, linkDocument, requeueDocument, type UploadedFile } from "./repository.ts";

/** Thrown if another process is deleting or claiming the document. The caller should retry later. */
export class DocumentBusyError extends Error {
  constructor() {
    super("the document is busy");
    this.name = "DocumentBusyError";
  }
}

/**
 * Links a file to the document for its kind and bytes, creating the document if necessary. Queues the document again if
 * it failed, so that a person does not inherit the failure of another, or if an older version of the reader extracted
 * it. Requests an embedding that nobody could pay for until now. Returns the document's id, or null if the file no longer exists. Throws `DocumentBusyError`.
 */
export async function linkFileToDocument(
  platform: Platform,
  file: UploadedFile,
  sha256: string,
): Promise<string | null> {
  const { db, clock, documents } = platform;
  const kind = fileTypeOf(file.name, file.type)?.kind ?? "text";
  const id = createHash("sha256").update(`${kind}\n${sha256}`).digest("hex");
  const linkResult = await linkDocument(db, file.id, { id, kind, size: file.size ?? 0 }, clock.now());
  if (linkResult === "busy") throw new DocumentBusyError();
  if (linkResult === "gone") return null;
  const document = await findDocument(db, id);
  if (!document) throw new DocumentBusyError();
  const isFromOlderReader = document.extractor < documents.version;
  if (document.state === "failed" || (document.state === "ready" && isFromOlderReader))
    await requeueDocument(db, document, clock.now());
  else if (document.state === "ready") await requestMissingEmbedding(platform, id);
  return id;
}
