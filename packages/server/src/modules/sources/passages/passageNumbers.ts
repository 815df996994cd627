import { type CitedPassage, type JsonObject, parseCitations } from "@lectern/contract";
import { type SourceDocument, toCitedFields } from "../sourceDocument.ts";
import { getQuote } from "./getQuote.ts";
import type { DocumentPassage } from "./groupPassages.ts";

/** The numbers by which an answer cites its passages. */
export interface PassageNumbers {
  /** Returns the number of a passage: the one that the answer has for it already, or else the next one. */
  get(document: SourceDocument, passage: DocumentPassage): number;
  /** True if the answer lists the passage with this number already. */
  isListed(number: number): boolean;
}

/**
 * Creates the numbers for an answer with this state. An answer that another run has begun keeps its numbers, because
 * documents are searched again, and the search may find other passages or the same ones in another order.
 */
export function createPassageNumbers(state: JsonObject): PassageNumbers {
  const numbered = parseCitations(state).flatMap(({ sources }) => sources.filter(isNumbered));
  const byKey = Map.groupBy(numbered, toKey);
  const usedNumbers = new Set(numbered.map(({ index }) => index));
  let lastNumber = 0;
  return {
    get(document, passage) {
      const listed = numbered.length === 0 ? [] : (byKey.get(toKey(toCitedFields(document, passage))) ?? []);
      const position = listed.findIndex((each) => isSamePassage(each, passage));
      // Removed, because two passages must not get the same number.
      const [known] = position < 0 ? [] : listed.splice(position, 1);
      if (known) return known.index;
      do lastNumber += 1;
      while (usedNumbers.has(lastNumber));
      return lastNumber;
    },
    isListed: (number) => usedNumbers.has(number),
  };
}

type NumberedPassage = CitedPassage & { index: number };

const isNumbered = (passage: CitedPassage): passage is NumberedPassage => passage.index !== undefined;

/** The database stores the fields of a location in another order. */
function toKey({ name, key, type, locations, originalIndexes }: Omit<CitedPassage, "index">): string {
  const sortedLocations = locations.map((location) => Object.entries(location).sort(([a], [b]) => (a < b ? -1 : 1)));
  return JSON.stringify([name, key, type, sortedLocations, originalIndexes ?? null]);
}

/** Several passages may be at the same place, or their indexes are confidential. An excerpt of their text is stored. */
function isSamePassage(listed: CitedPassage, passage: DocumentPassage): boolean {
  const excerpt = listed.content.replace(/^… | …$/g, "");
  // An answer of before has the text with its headings.
  return getQuote(passage).content.includes(excerpt) || passage.content.includes(excerpt);
}
