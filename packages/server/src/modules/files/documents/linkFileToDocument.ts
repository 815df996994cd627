import { createHash } from "node:crypto";
import { type FileKind, fileTypeOf } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import { transaction } from "../../../platform/db/transaction.ts";
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
 * Links a file to the document for its kind, bytes and encoding, creating the document if necessary. Queues the document again if
 * it failed, so that a person does not inherit the failure of another, or if an older version of the reader extracted
 * it. Requests an embedding that nobody could pay for until now. Returns the document's id, or null if the file no longer exists. Throws `DocumentBusyError`.
 */
export async function linkFileToDocument(
  platform: Platform,
  file: UploadedFile,
  sha256: string,
): Promise<string | null> {
  const kind = fileTypeOf(file.name, file.type)?.kind ?? "text";
  const encoding = file.encoding === null ? "" : `\n${file.encoding}`;
  const id = createHash("sha256").update(`${kind}\n${sha256}${encoding}`).digest("hex");
  const linkResult = await linkAndRequeue(platform, file, { id, kind, size: file.size ?? 0 });
  if (linkResult === "busy") throw new DocumentBusyError();
  if (linkResult === "gone") return null;
  if (linkResult === "ready") await requestMissingEmbedding(platform, id);
  return id;
}

/** One transaction, so that the file never shows the failure of an earlier extraction. */
function linkAndRequeue(
  { db, clock, documents }: Platform,
  file: UploadedFile,
  target: { id: string; kind: FileKind; size: number },
): Promise<"gone" | "busy" | "unfinished" | "ready"> {
  return transaction(db, async (tx) => {
    const linkResult = await linkDocument(tx, file, target, clock.now());
    if (linkResult !== "linked") return linkResult;
    const document = await findDocument(tx, target.id);
    if (!document) return "busy";
    const isFromOlderReader = document.extractor < documents.version;
    if (document.state === "ready" && !isFromOlderReader) return "ready";
    if (document.state === "failed" || document.state === "ready") await requeueDocument(tx, document, clock.now());
    return "unfinished";
  });
}
