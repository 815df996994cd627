import { type JsonObject, type Source, type SourceGroup, sourcesOf } from "@lectern/contract";
import type { DocumentPassage } from "./viewerStore.ts";

export interface AnswerSources {
  groups: readonly { group: SourceGroup; sources: readonly Source[] }[];
  /** All of them, in the order in which they are shown. */
  all: readonly Source[];
  /** The same, as the viewer opens them. */
  passages: readonly DocumentPassage[];
  /** Where in `all` the source with this number is. */
  placeOf: ReadonlyMap<number, number>;
}

/** The sources of an answer, by its state; those with a number come first in their group, in its order. */
export function answerSources(state: JsonObject | undefined): AnswerSources {
  const groups = sourcesOf(state).map(({ group, sources }) => ({ group, sources: sources.toSorted(byIndex) }));
  const all = groups.flatMap(({ sources }) => sources);
  const placeOf = new Map<number, number>();
  for (const [place, { index }] of all.entries()) {
    if (index !== undefined && !placeOf.has(index)) placeOf.set(index, place);
  }
  return { groups, all, passages: all.map(passageOf), placeOf };
}

function byIndex(a: Source, b: Source): number {
  return (a.index ?? Number.POSITIVE_INFINITY) - (b.index ?? Number.POSITIVE_INFINITY) || 0;
}

function passageOf({ key, name, index, content, originalIndexes, locations, groupId }: Source): DocumentPassage {
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
