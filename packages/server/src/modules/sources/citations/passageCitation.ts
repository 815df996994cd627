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

/** Signs a citation, which clients store with the answer and send back to open the passage. */
export function signCitation({ secrets }: Pick<Platform, "secrets">, citation: PassageCitation): string {
  const claim = Buffer.from(JSON.stringify(citation)).toString("base64url");
  return `${claim}.${secrets.sign("citations", claim)}`;
}

/** Returns a citation that this server has signed; null for any other text. */
export function verifyCitation({ secrets }: Pick<Platform, "secrets">, text: string): PassageCitation | null {
  const [claim = "", signature = ""] = text.split(".");
  if (!secrets.verify("citations", claim, signature)) return null;
  const parsed = z.safeParse(PassageCitation, JSON.parse(Buffer.from(claim, "base64url").toString("utf8")));
  return parsed.success ? parsed.data : null;
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
