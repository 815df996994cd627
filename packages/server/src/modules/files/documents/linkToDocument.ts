import { createHash } from "node:crypto";
import { fileTypeOf } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import { type ArrivedFile, findDocument, linkDocument, queueAnew } from "./repository.ts";

/** A document over which so many processes have died is not tried again. */
export const mostDeaths = 3;

/** The document is just being removed, or changes hands: to be tried again. */
export class DocumentBusy extends Error {
  constructor() {
    super("the document is busy");
    this.name = "DocumentBusy";
  }
}

/**
 * Gives the file its document, by kind and bytes. One that failed, or was read by an older extraction, waits to be read again then; one over which
 * processes have died does not. Null: the file is gone. Throws `DocumentBusy`.
 */
export async function linkToDocument(
  { db, clock, documents }: Pick<Platform, "db" | "clock" | "documents">,
  file: ArrivedFile,
  sha256: string,
): Promise<string | null> {
  const kind = fileTypeOf(file.name, file.type)?.kind ?? "text";
  const id = createHash("sha256").update(`${kind}\n${sha256}`).digest("hex");
  const linked = await linkDocument(db, file.id, { id, kind, size: file.size ?? 0 }, clock.now());
  if (linked === "busy") throw new DocumentBusy();
  if (linked === "gone") return null;
  const seen = await findDocument(db, id);
  if (!seen) throw new DocumentBusy();
  const isOld = seen.extractor < documents.version;
  if ((seen.state === "ready" && isOld) || (seen.state === "failed" && (isOld || seen.attempts < mostDeaths))) {
    await queueAnew(db, seen, clock.now());
  }
  return id;
}
