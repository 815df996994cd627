import { createReadStream } from "node:fs";
import { extensionOf, fileTypeOf } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import type { ReadDocument } from "../../../platform/documents/documentReader.ts";
import { writeChunks } from "../../retrieval/service.ts";
import { ClaimEnded, type HeldClaim } from "./holdClaim.ts";
import { contentKeyOf, previewKeyOf } from "./releaseDocument.ts";
import { type ArrivedFile, type Claim, markReady } from "./repository.ts";

/** More than any content is; the reader bounds it. */
const mostContentBytes = 2 ** 30;
/** Of the progress; the rest is for the passages. */
const readingShare = 0.9;

/**
 * Reads the local file, keeps what was taken from it, and only then shows it: cut off before, nothing is seen, and the next reading replaces
 * what there is. Throws `ReadFailed`, the claim's end, and what the blob store or the database throws.
 */
export async function readIntoDocument(
  platform: Platform,
  held: HeldClaim,
  { file, claim, path }: { file: ArrivedFile; claim: Claim; path: string },
): Promise<void> {
  const document = await platform.documents.read({
    path,
    name: neutralName(file.name),
    kind: fileTypeOf(file.name, file.type)?.kind ?? null,
    signal: held.signal,
    onProgress: (percent) => held.setProgress(percent * readingShare),
  });
  try {
    await keep(platform, held, claim, document);
  } finally {
    await document.dispose();
  }
}

/** What is read belongs to everybody who has the same bytes: it does not tell what one of them calls it. */
function neutralName(name: string): string {
  const extension = extensionOf(name);
  return extension === "" ? "document" : `document.${extension}`;
}

async function keep(platform: Platform, held: HeldClaim, claim: Claim, document: ReadDocument): Promise<void> {
  const { db, clock } = platform;
  const { documentId } = claim;
  const { text, image } = document;
  await held.check(); // a released document's blobs are removed: none is written then
  const contentKey = text ? contentKeyOf(documentId) : null;
  const previewKey = image ? previewKeyOf(documentId, image.previewType) : null;
  if (text && contentKey) await write(platform, held.signal, contentKey, text.contentPath, "application/json");
  if (image && previewKey) await write(platform, held.signal, previewKey, image.previewPath, image.previewType);
  let batches = 0;
  await writeChunks(db, documentId, text ? text.chunks() : none(), async () => {
    batches += 1;
    held.setProgress(100 - (1 - readingShare) * 100 * 0.8 ** batches);
    held.signal.throwIfAborted();
  });
  await held.check();
  const isWritten = await markReady(
    db,
    claim,
    {
      kind: document.kind,
      content_key: contentKey,
      preview_key: previewKey,
      total_items: text?.totalItems ?? null,
      total_tokens: text?.totalTokens ?? null,
      image_tokens: image ? storable(image.tokens) : null,
      width: image?.width ?? null,
      height: image?.height ?? null,
      language: text?.language ?? null,
      location_properties: storable(text?.locationProperties ?? []),
      props: storable(text?.props ?? {}),
      extractor: platform.documents.version,
    },
    clock.now(),
  );
  if (!isWritten) throw new ClaimEnded("lost");
}

async function write({ blobs }: Platform, signal: AbortSignal, key: string, path: string, type: string) {
  await blobs.write(key, createReadStream(path), { type, maxBytes: mostContentBytes, signal });
}

/** JSON that jsonb takes: it has no NUL and no half of a surrogate pair, and documents may say anything of themselves. */
function storable(value: object): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === "string" ? part.replaceAll("\0", "").toWellFormed() : part,
  );
}

async function* none(): AsyncGenerator<never> {}
