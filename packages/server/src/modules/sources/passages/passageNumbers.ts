import { type CitedPassage, type JsonObject, parseCitations } from "@lectern/contract";
import { type SourceDocument, toCitedFields } from "../sourceDocument.ts";
import type { DocumentPassage } from "./groupPassages.ts";

/** The numbers by which an answer cites its passages. */
export interface PassageNumbers {
  /** Returns the number of a passage: the one that the answer has for it already, or else the next one. */
  get(document: SourceDocument, passage: DocumentPassage): number;
  /** True if the answer has the passage with this number already. */
  isCited(number: number): boolean;
}

/**
 * Creates the numbers for an answer with this state. An answer that another run has begun keeps its numbers, because
 * documents are searched again, and the search may find other passages or the same ones in another order.
 */
export function createPassageNumbers(state: JsonObject): PassageNumbers {
  const citedPassages = parseCitations(state).flatMap(({ sources }) => sources);
  const numbers = new Map(
    citedPassages.flatMap((passage) => (passage.index === undefined ? [] : [[toKey(passage), passage.index] as const])),
  );
  const usedNumbers = new Set(numbers.values());
  let lastNumber = 0;
  return {
    get(document, passage) {
      const key = numbers.size === 0 ? "" : toKey(toCitedFields(document, passage));
      const known = numbers.get(key);
      // Two passages must not get the same number.
      if (known !== undefined && numbers.delete(key)) return known;
      do lastNumber += 1;
      while (usedNumbers.has(lastNumber));
      return lastNumber;
    },
    isCited: (number) => usedNumbers.has(number),
  };
}

/** A passage of a document that must not be read has no indexes. Its text tells it apart. */
function toKey(passage: Omit<CitedPassage, "index">): string {
  const { name, key, type, locations, originalIndexes, content } = passage;
  return JSON.stringify([name, key, type, locations, originalIndexes ?? content]);
}
