import type { ChatEvent, CitationGroup, CitedPassage } from "@lectern/contract";
import { createCitationParser } from "./citationParser.ts";

/** A passage that joins the answer's state once the answer cites its number. */
export interface CitablePassage {
  group: CitationGroup;
  /** Computed when it is read. */
  readonly passage: CitedPassage;
}

export interface CitationWatcher {
  /** Emits the citable passages that the event's text cites for the first time. */
  read(event: ChatEvent): void;
  /** Must be called at the end of the answer's text. */
  end(): void;
}

/**
 * Adds each citable passage to the answer's state, directly after the text that first cites it. Passages may become
 * citable while the answer is written.
 */
export function watchCitations(
  citablePassages: ReadonlyMap<number, CitablePassage>,
  emit: (event: ChatEvent) => void,
): CitationWatcher {
  let [maxNumber, knownSize] = [0, 0];
  const getMaxNumber = () => {
    // Called for each bracket; passages are added and never removed.
    if (citablePassages.size !== knownSize) {
      maxNumber = [...citablePassages.keys()].reduce((max, number) => Math.max(max, number), 0);
      knownSize = citablePassages.size;
    }
    return maxNumber;
  };
  const parser = createCitationParser(getMaxNumber);
  const emitCitedPassages = (citedNumbers: readonly number[]) => {
    for (const number of citedNumbers) {
      const entry = citablePassages.get(number);
      if (entry) emit({ s: "meta", state: { sources: { [entry.group]: { sources: [entry.passage] } } } });
    }
  };
  return {
    read(event) {
      if ("d" in event && typeof event.d === "string") emitCitedPassages(parser.read(event.d));
    },
    end: () => emitCitedPassages(parser.end()),
  };
}
