import type { ChatEvent } from "@lectern/contract";
import type { GatheredDataSources } from "../gatherDataSources.ts";
import { createCitationParser } from "./citationParser.ts";

export interface CitationWatcher {
  /** Forwards the event, followed by the citable passages that its text cites for the first time. */
  emit(event: ChatEvent): void;
  /** Must be called at the end of the answer's text. */
  end(): void;
}

/**
 * Forwards an answer's events and adds each citable passage to the answer's state, directly after the text that first
 * cites it.
 */
export function watchCitations(
  { passages, citablePassages }: Pick<GatheredDataSources, "passages" | "citablePassages">,
  emit: (event: ChatEvent) => void,
): CitationWatcher {
  if (citablePassages.size === 0) return { emit, end: () => undefined };
  const parser = createCitationParser(passages.length);
  const emitCitedPassages = (citedNumbers: readonly number[]) => {
    for (const number of citedNumbers) {
      const entry = citablePassages.get(number);
      if (entry) emit({ s: "meta", state: { sources: { [entry.group]: { sources: [entry.passage] } } } });
    }
  };
  return {
    emit(event) {
      emit(event);
      if ("d" in event && typeof event.d === "string") emitCitedPassages(parser.read(event.d));
    },
    end: () => emitCitedPassages(parser.end()),
  };
}
