import { type CitationGroup, type CitedPassage, type JsonObject, parseCitations } from "@lectern/contract";
import type { DocumentPassage } from "./viewerStore.ts";

export interface AnswerSources {
  groups: readonly { group: CitationGroup; sources: readonly CitedPassage[] }[];
  /** All cited passages, in display order. */
  citedPassages: readonly CitedPassage[];
  /** The cited passages in the form that the viewer opens, in the same order. */
  passages: readonly DocumentPassage[];
  /** Maps the number by which the answer cites a passage to its position in `citedPassages`. */
  positionByNumber: ReadonlyMap<number, number>;
}

/**
 * Returns the cited passages in an answer's state. Within a group they are ordered by number, and those without a
 * number come last. A whole document and its passages stay together, the document first.
 */
export function getAnswerSources(state: JsonObject | undefined): AnswerSources {
  const groups = parseCitations(state).map(({ group, sources }) => ({ group, sources: sortCitedPassages(sources) }));
  const citedPassages = groups.flatMap(({ sources }) => sources);
  const positionByNumber = new Map<number, number>();
  for (const [position, { index }] of citedPassages.entries()) {
    if (index !== undefined && !positionByNumber.has(index)) positionByNumber.set(index, position);
  }
  return { groups, citedPassages, passages: citedPassages.map(toDocumentPassage), positionByNumber };
}

function sortCitedPassages(citedPassages: readonly CitedPassage[]): CitedPassage[] {
  const wholeDocumentIds = new Set(citedPassages.filter(({ index }) => index === undefined).map(getDocumentId));
  /** Maps the id of each whole document to the lowest number of its passages. */
  const firstNumberByDocument = new Map<string, number>();
  for (const citedPassage of citedPassages) {
    const id = getDocumentId(citedPassage);
    if (!wholeDocumentIds.has(id)) continue;
    firstNumberByDocument.set(
      id,
      Math.min(getSortKey(citedPassage), firstNumberByDocument.get(id) ?? unnumberedSortKey),
    );
  }
  const getDocumentRank = (citedPassage: CitedPassage) =>
    firstNumberByDocument.get(getDocumentId(citedPassage)) ?? getSortKey(citedPassage);
  const getPassageRank = (citedPassage: CitedPassage) => citedPassage.index ?? 0;
  return citedPassages.toSorted(
    (a, b) => getDocumentRank(a) - getDocumentRank(b) || getPassageRank(a) - getPassageRank(b),
  );
}

/** The sort key of cited passages without a number, which come last. */
const unnumberedSortKey = Number.MAX_SAFE_INTEGER;

function getSortKey({ index }: CitedPassage): number {
  return index ?? unnumberedSortKey;
}

function getDocumentId({ key, name }: CitedPassage): string {
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
