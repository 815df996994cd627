import { type CitationGroup, type CitedPassage, type JsonObject, parseCitations } from "@lectern/contract";
import { formatLocations } from "./formatLocations.ts";
import { separateHeadings } from "./separateHeadings.ts";
import type { DocumentPassage } from "./viewerStore.ts";

/** A passage that the model received, once per place of a document. */
export interface AnswerSource {
  group: CitationGroup;
  /** The passage; if several are of the same place, the first of them. */
  passage: CitedPassage;
  /** The numbers by which the answer cites the place, ascending; empty if it does not. */
  numbers: readonly number[];
}

export interface AnswerSources {
  /** The sources that the answer cites, in the order of their first numbers. */
  cited: readonly AnswerSource[];
  /** The other passages and documents that the model received, in their stored order. */
  uncited: readonly AnswerSource[];
}

/**
 * Returns the sources in an answer's state, without duplicates. `citedNumbers` has the numbers that the answer's text
 * contains.
 */
export function getAnswerSources(state: JsonObject | undefined, citedNumbers: ReadonlySet<number>): AnswerSources {
  const received = parseCitations(state).flatMap(({ group, sources }) =>
    sources.map((passage) => ({ group, passage: separateHeadings(passage) })),
  );
  const isCited = ({ passage: { index } }: { passage: CitedPassage }) => index !== undefined && citedNumbers.has(index);
  const cited = mergeEqualPassages(received.filter(isCited));
  const listedPlaces = new Set(cited.flatMap(({ passage }) => [getDocumentId(passage), getPlaceId(passage)]));
  const uncited = received.filter((source) => {
    if (isCited(source)) return false;
    // A whole document is listed only if no passage of it is cited.
    const id = isWholeDocument(source.passage) ? getDocumentId(source.passage) : getPlaceId(source.passage);
    if (listedPlaces.has(id)) return false;
    listedPlaces.add(id);
    return true;
  });
  return { cited, uncited: uncited.map((source) => ({ ...source, numbers: [] })) };
}

/** Groups sources, the groups in the order of their first sources. */
export function groupSources(sources: readonly AnswerSource[]): [CitationGroup, AnswerSource[]][] {
  return [...Map.groupBy(sources, ({ group }) => group)];
}

/** Groups sources by their documents, which are identified by strings, in the order of their first sources. */
export function groupByDocument(sources: readonly AnswerSource[]): [string, AnswerSource[]][] {
  return [...Map.groupBy(sources, ({ passage }) => getDocumentId(passage))];
}

/** Returns the passage in the form that the viewer opens. `keySentence`: see `DocumentPassage`. */
export function toDocumentPassage(
  { passage, numbers }: AnswerSource,
  keySentence: string | null = null,
): DocumentPassage {
  const { key, name, content, headings, originalIndexes, locations, groupId, contentKey, citation } = passage;
  return {
    key,
    name,
    index: numbers[0] ?? null,
    quote: content,
    ...(headings ? { headings } : {}),
    originalIndexes: originalIndexes ?? [],
    locations,
    groupId,
    ...(contentKey ? { contentKey } : {}),
    ...(citation === undefined ? {} : { citation }),
    ...(keySentence === null ? {} : { keySentence }),
  };
}

/** Merges the passages of the same part of a document, and sorts them by number. */
function mergeEqualPassages(sources: readonly Omit<AnswerSource, "numbers">[]): AnswerSource[] {
  const sorted = sources.toSorted((a, b) => (a.passage.index ?? 0) - (b.passage.index ?? 0));
  return [...Map.groupBy(sorted, ({ passage }) => getPassageId(passage)).values()].flatMap((equal) => {
    const [first] = equal;
    const numbers = [...new Set(equal.flatMap(({ passage: { index } }) => (index === undefined ? [] : [index])))];
    return first ? [{ ...first, numbers }] : [];
  });
}

const isWholeDocument = ({ index }: CitedPassage) => index === undefined;

const getDocumentId = ({ key, name }: CitedPassage) => JSON.stringify([key ?? name]);

/** Equal for passages whose places are shown with the same words. Passages without a place differ by their text. */
function getPlaceId(passage: CitedPassage): string {
  const places = formatLocations(passage.locations);
  return JSON.stringify([getDocumentId(passage), places.length === 0 ? passage.content : places]);
}

/** Equal for passages of the same items of a document, or with the same text. */
function getPassageId(passage: CitedPassage): string {
  const { originalIndexes = [], content } = passage;
  // Parts of a long item have the same index, but different texts.
  return JSON.stringify([getDocumentId(passage), originalIndexes, content.trim()]);
}
