import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { Platform } from "../../../core/context.ts";
import type { DocumentPassage } from "../passages/groupPassages.ts";

/** A passage that an answer of an assistant has cited to somebody who may not read its document. */
const PassageCitation = z.object({
  /** The principal to whom it was cited. */
  principal: z.string(),
  assistant: z.string(),
  version: z.string(),
  file: z.string(),
  passage: z.union([
    /** Found by the search: the chunks that it consists of. */
    z.object({ chunks: z.array(z.number()) }),
    /** A part of the document as `groupPassages` splits it: its first item, and a hash of its text. */
    z.object({ item: z.number(), hash: z.string() }),
  ]),
});
export type PassageCitation = z.infer<typeof PassageCitation>;

/**
 * Seals a citation, which clients store with the answer and send back to open the passage. It is encrypted, because the
 * key of the file tells the person whose file it is and when it was uploaded.
 */
export function sealCitation({ secrets }: Pick<Platform, "secrets">, citation: PassageCitation): string {
  return secrets.seal("citations", JSON.stringify(citation));
}

/** Returns a citation that this server has sealed; null for any other text. */
export function openCitation({ secrets }: Pick<Platform, "secrets">, sealed: string): PassageCitation | null {
  try {
    const parsed = z.safeParse(PassageCitation, JSON.parse(secrets.open("citations", sealed)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // what clients send may be anything
  }
}

/** Identifies a passage within its document. */
export function toPassageReference({
  content,
  originalIndexes,
  chunkIds,
}: DocumentPassage): PassageCitation["passage"] {
  return chunkIds ? { chunks: chunkIds.map(Number) } : { item: originalIndexes[0] ?? 0, hash: hashText(content) };
}

/** Finds the passage with this reference among all of a document. Undefined if the document has changed. */
export function findPassage(
  passages: readonly DocumentPassage[],
  { item, hash }: { item: number; hash: string },
): DocumentPassage | undefined {
  return passages.find(({ content, originalIndexes }) => originalIndexes[0] === item && hashText(content) === hash);
}

const hashText = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 22);
