import { type CitedPassage, fileTypeLabel } from "@lectern/contract";
import { excerptAround } from "../../../../platform/excerptAround.ts";
import type { ReadableFile } from "../../../files/service.ts";
import type { DocumentPassage } from "./passages/groupPassages.ts";

/** A document that a question may draw on: a file whose text was taken, or a text that came with the request. */
export interface SourceDocument extends Pick<CitedPassage, "name" | "type" | "key" | "contentKey" | "groupId"> {
  /** By which it is searched; null: a text of the request. */
  documentId: string | null;
  /** The version of the reader that took its text; null: as above. */
  extractor: number | null;
  /** The text itself, of the request; null: it is read when it is needed. */
  text: string | null;
  totalTokens: number | null;
  /** What a table may say of it. */
  details: string;
  /** Given with a tag that is for search alone. */
  isSearchOnly: boolean;
}

export function toFileDocument(file: ReadableFile, isSearchOnly: boolean): SourceDocument {
  const details = [
    ...(file.totalItems === null ? [] : [`${file.totalItems} ${file.totalItems === 1 ? "piece" : "pieces"} of text`]),
    ...(file.totalTokens === null ? [] : [`${file.totalTokens} tokens`]),
    `added ${file.createdAt.toISOString().slice(0, 10)}`,
    ...(file.tags.length > 0 ? [`tags: ${file.tags.join(", ")}`] : []),
  ];
  const { name, type, key, contentKey, groupId, documentId, extractor, totalTokens } = file;
  return {
    ...{ name, type, key, contentKey, groupId, documentId, extractor, totalTokens, isSearchOnly },
    text: null,
    details: details.join("; "),
  };
}

export function toInlineDocument({
  name,
  content,
  type,
}: {
  name: string;
  content: string;
  type: string;
}): SourceDocument {
  return {
    ...{ name, type, key: null, contentKey: null, groupId: null, documentId: null, extractor: null },
    text: content,
    totalTokens: null,
    details: `${content.length} characters`,
    isSearchOnly: false,
  };
}

/** Two files with the same bytes are one document. */
export function isSameDocument(a: SourceDocument, b: SourceDocument): boolean {
  return a === b || (a.documentId !== null && a.documentId === b.documentId);
}

export function tableType({ type }: SourceDocument): string {
  return fileTypeLabel(type);
}

/** UTF-16 code units of a passage that are kept with an answer. */
const longestKept = 1_500;
const longestBeginning = 300;

/** A passage as it is kept with an answer: of a long one what is nearest to the `asked` words. */
export function toPassageSource(
  document: SourceDocument,
  { content, locations, originalIndexes }: DocumentPassage,
  index: number,
  { asked, score }: { asked: ReadonlySet<string>; score?: number | undefined },
): CitedPassage {
  return {
    index,
    ...identityOf(document),
    content: excerptAround(content, asked, longestKept),
    locations,
    originalIndexes,
    ...(score === undefined ? {} : { score }),
  };
}

/** A document that was given as a whole, as it is kept with an answer. */
export function toWholeDocumentSource(document: SourceDocument, passages: readonly DocumentPassage[]): CitedPassage {
  return {
    ...identityOf(document),
    content: excerptAround(passages[0]?.content ?? "", new Set(), longestBeginning),
    locations: [],
  };
}

function identityOf({ name, key, contentKey, groupId, type }: SourceDocument) {
  return { name, key, contentKey, groupId, type };
}
