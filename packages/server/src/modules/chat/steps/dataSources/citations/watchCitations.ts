import type { ChatEvent } from "@lectern/contract";
import { createCitationParser } from "./citationParser.ts";
import type { GatheredDataSources } from "../gatherDataSources.ts";

export interface CitationWatcher {
  /** In place of `emit`. */
  watch(event: ChatEvent): void;
  /** The answer's text has ended. */
  end(): void;
}

/** Lets an answer's events pass, and adds to its state the sources that its text cites, each right after the text that first does. */
export function watchCitations(
  { passages, whenCited }: Pick<GatheredDataSources, "passages" | "whenCited">,
  emit: (event: ChatEvent) => void,
): CitationWatcher {
  if (whenCited.size === 0) return { watch: emit, end: () => undefined };
  const numbers = createCitationParser(passages.length);
  const add = (cited: readonly number[]) => {
    for (const number of cited) {
      const kept = whenCited.get(number);
      if (kept) emit({ s: "meta", state: { sources: { [kept.group]: { sources: [kept.source] } } } });
    }
  };
  return {
    watch(event) {
      emit(event);
      if ("d" in event && typeof event.d === "string") add(numbers.read(event.d));
    },
    end: () => add(numbers.end()),
  };
}
