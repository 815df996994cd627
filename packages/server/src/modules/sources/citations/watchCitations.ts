import type { ChatEvent } from "@lectern/contract";
import type { GatheredDataSources } from "../gatherDataSources.ts";
import { createCitationParser } from "./citationParser.ts";

export interface CitationWatcher {
  /** Emits the citable passages that the event's text cites for the first time. */
  read(event: ChatEvent): void;
  /** Must be called at the end of the answer's text. */
  end(): void;
}

/** Adds each citable passage to the answer's state, directly after the text that first cites it. */
export function watchCitations(
  { passages, citablePassages }: Pick<GatheredDataSources, "passages" | "citablePassages">,
  emit: (event: ChatEvent) => void,
): CitationWatcher {
  const parser = createCitationParser(passages.length);
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
