import { type CitationGroup, type CitedPassage, type JsonObject, parseCitations } from "@lectern/contract";
import type { DocumentPassage } from "./viewerStore.ts";

export interface AnswerSources {
  groups: readonly { group: CitationGroup; sources: readonly CitedPassage[] }[];
  /** All sources, in display order. */
  citedPassages: readonly CitedPassage[];
  /** The sources in the form that the viewer opens, in the order of `citedPassages`. */
  passages: readonly DocumentPassage[];
  /** The position in `citedPassages` of the source with a number. */
  positionByNumber: ReadonlyMap<number, number>;
}

/**
 * Returns the sources in an answer's state. In each group, numbered sources come first, in order. A whole document
 * comes before its passages.
 */
export function getAnswerSources(state: JsonObject | undefined): AnswerSources {
  const groups = parseCitations(state).map(({ group, sources }) => ({ group, sources: sortSources(sources) }));
  const citedPassages = groups.flatMap(({ sources }) => sources);
  const positionByNumber = new Map<number, number>();
  for (const [position, { index }] of citedPassages.entries()) {
    if (index !== undefined && !positionByNumber.has(index)) positionByNumber.set(index, position);
  }
  return { groups, citedPassages, passages: citedPassages.map(toDocumentPassage), positionByNumber };
}

function sortSources(sources: readonly CitedPassage[]): CitedPassage[] {
  const wholeDocuments = new Set(sources.filter(({ index }) => index === undefined).map(documentId));
  /** Maps the id of each whole document to the number of its first passage. */
  const firstNumbers = new Map<string, number>();
  for (const source of sources) {
    const id = documentId(source);
    if (!wholeDocuments.has(id)) continue;
    firstNumbers.set(id, Math.min(sortNumber(source), firstNumbers.get(id) ?? unnumbered));
  }
  const documentOrder = (source: CitedPassage) => firstNumbers.get(documentId(source)) ?? sortNumber(source);
  const passageOrder = (source: CitedPassage) => source.index ?? 0;
  return sources.toSorted((a, b) => documentOrder(a) - documentOrder(b) || passageOrder(a) - passageOrder(b));
}

/** The sort key of sources without a number, which come last. */
const unnumbered = Number.MAX_SAFE_INTEGER;

function sortNumber({ index }: CitedPassage): number {
  return index ?? unnumbered;
}

function documentId({ key, name }: CitedPassage): string {
  return JSON.stringify([key, name]);
}

function toDocumentPassage({
  key,
  name,
  index,
  content,
  originalIndexes,
  locations,
  groupId,
}: CitedPassage): DocumentPassage {
  return {
    key,
    name,
    index: index ?? null,
    quote: content,
    originalIndexes: originalIndexes ?? [],
    locations,
    groupId,
  };
}
