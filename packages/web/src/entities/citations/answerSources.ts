import { type CitationGroup, type CitedPassage, type JsonObject, parseCitations } from "@lectern/contract";
import type { DocumentPassage } from "./viewerStore.ts";

export interface AnswerSources {
  groups: readonly { group: CitationGroup; sources: readonly CitedPassage[] }[];
  /** All of them, in the order in which they are shown. */
  all: readonly CitedPassage[];
  /** The same, as the viewer opens them. */
  passages: readonly DocumentPassage[];
  /** Where in `all` the source with this number is. */
  placeOf: ReadonlyMap<number, number>;
}

/**
 * The sources of an answer, by its state; those with a number come first in their group, in its order. A document that was given as a whole
 * stands before its passages.
 */
export function answerSources(state: JsonObject | undefined): AnswerSources {
  const groups = parseCitations(state).map(({ group, sources }) => ({ group, sources: inOrder(sources) }));
  const all = groups.flatMap(({ sources }) => sources);
  const placeOf = new Map<number, number>();
  for (const [place, { index }] of all.entries()) {
    if (index !== undefined && !placeOf.has(index)) placeOf.set(index, place);
  }
  return { groups, all, passages: all.map(passageOf), placeOf };
}

function inOrder(sources: readonly CitedPassage[]): CitedPassage[] {
  const wholes = new Set(sources.filter(({ index }) => index === undefined).map(documentOf));
  /** Of each document that is there as a whole, the number of its first passage. */
  const firsts = new Map<string, number>();
  for (const source of sources) {
    const document = documentOf(source);
    if (wholes.has(document)) firsts.set(document, Math.min(numberOf(source), firsts.get(document) ?? last));
  }
  const placeOf = (source: CitedPassage) => firsts.get(documentOf(source)) ?? numberOf(source);
  const rankOf = (source: CitedPassage) => (source.index === undefined ? 0 : source.index);
  return sources.toSorted((a, b) => placeOf(a) - placeOf(b) || rankOf(a) - rankOf(b));
}

const last = Number.MAX_SAFE_INTEGER;

function numberOf({ index }: CitedPassage): number {
  return index ?? last;
}

function documentOf({ key, name }: CitedPassage): string {
  return JSON.stringify([key, name]);
}

function passageOf({ key, name, index, content, originalIndexes, locations, groupId }: CitedPassage): DocumentPassage {
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
