import { type CitedPassage, getFileTypeLabel } from "@lectern/contract";
import { excerptAround } from "../../platform/excerptAround.ts";
import type { ReadableFile } from "../files/service.ts";
import { getQuote } from "./passages/getQuote.ts";
import type { DocumentPassage } from "./passages/groupPassages.ts";

/** A document to use for an answer: an extracted file, or text that was sent inside the request. */
export interface SourceDocument extends Pick<CitedPassage, "name" | "type" | "key" | "contentKey" | "groupId"> {
  /** The id in the search index; null for text from the request. */
  documentId: string | null;
  /** The version of the reader that extracted the text; null for text from the request. */
  extractor: number | null;
  /** The text from the request; null for a file, whose text is loaded on demand. */
  text: string | null;
  /** Null if unknown. */
  totalTokens: number | null;
  /** The detected language (ISO 639-1); null if unknown. */
  language: string | null;
  /** The description in the table of documents. */
  details: string;
  /** What the text lacks or may have wrong, in a line for a model; empty if nothing. */
  readingNotes: string;
  /** True if only tags with `ragOnly` refer to the document, so that it is searched but never inserted in full. */
  isSearchOnly: boolean;
  /** How the document is protected from the person; null if the person may read it. */
  protection: DocumentProtection | null;
}

/** The document of an assistant that the person may use but whose document the person may not read. */
export interface DocumentProtection {
  /** True if the person must see nothing of it but passages that the answer cites. */
  isConfidential: boolean;
  /** Signs a citation, with which the person can open the passage. */
  sealCitation(passage: DocumentPassage): string;
}

/** Returns true if the person must see nothing of the document but passages that the answer cites. */
export const isConfidential = ({ protection }: Pick<SourceDocument, "protection">) =>
  protection?.isConfidential === true;

export function toFileDocument(
  file: ReadableFile,
  isSearchOnly: boolean,
  protection: DocumentProtection | null = null,
): SourceDocument {
  const details = [
    ...(file.totalItems === null ? [] : [`${file.totalItems} ${file.totalItems === 1 ? "piece" : "pieces"} of text`]),
    ...(file.totalTokens === null ? [] : [`${file.totalTokens} tokens`]),
    `added ${file.createdAt.toISOString().slice(0, 10)}`,
    ...(file.tags.length > 0 ? [`tags: ${file.tags.join(", ")}`] : []),
  ];
  const { name, type, key, contentKey, groupId, documentId, extractor, totalTokens, language, readingNotes } = file;
  return {
    ...{
      name,
      type,
      key,
      contentKey,
      groupId,
      documentId,
      extractor,
      totalTokens,
      language,
      readingNotes,
      isSearchOnly,
    },
    protection,
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
    language: null,
    details: `${content.length} characters`,
    readingNotes: "",
    isSearchOnly: false,
    protection: null,
  };
}

/** Returns true if both are the same document. Two files with the same bytes are one document. */
export function isSameDocument(a: SourceDocument, b: SourceDocument): boolean {
  return a === b || (a.documentId !== null && a.documentId === b.documentId);
}

export function getTypeLabel({ type }: SourceDocument): string {
  return getFileTypeLabel(type);
}

/** Limits of the texts stored with an answer, in UTF-16 code units. */
const maxPassageExcerptLength = 1_500;
const maxDocumentExcerptLength = 300;

/** Builds the stored form of a cited passage. A long passage is cut to an excerpt around the `questionWords`. */
export function toCitedPassage(
  document: SourceDocument,
  passage: DocumentPassage,
  index: number,
  { questionWords, score }: { questionWords: ReadonlySet<string>; score?: number | undefined },
): CitedPassage {
  return {
    index,
    ...toCitedFields(document, passage),
    content: excerptAround(getQuote(passage).content, questionWords, maxPassageExcerptLength),
    ...(document.protection ? { citation: document.protection.sealCitation(passage) } : {}),
    ...(score === undefined ? {} : { score }),
  };
}

/** Returns the fields of a cited passage that identify it. */
export function toCitedFields(document: SourceDocument, passage: DocumentPassage): CitedPassage {
  const { locations, originalIndexes } = passage;
  const indexes = document.protection ? {} : { originalIndexes };
  return { ...toDocumentFields(document), ...getQuote(passage), locations, ...indexes };
}

/** Builds the stored form of a document that was inserted in full. */
export function toCitedDocument(document: SourceDocument, passages: readonly DocumentPassage[]): CitedPassage {
  return {
    ...toDocumentFields(document),
    content: excerptAround(passages[0]?.content ?? "", new Set(), maxDocumentExcerptLength),
    headings: "",
    locations: [],
  };
}

function toDocumentFields({ name, key, contentKey, groupId, type, protection }: SourceDocument) {
  return protection
    ? { name, key: null, contentKey: null, groupId: null, type }
    : { name, key, contentKey, groupId, type };
}
