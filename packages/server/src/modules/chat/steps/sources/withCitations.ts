import type { ChatEvent } from "@lectern/contract";
import { createCitedNumbers } from "./citedNumbers.ts";
import type { GatheredSources } from "./gatherSources.ts";

export interface CitationWatch {
  /** In place of `emit`. */
  watch(event: ChatEvent): void;
  /** The answer's text has ended. */
  end(): void;
}

/** Lets an answer's events pass, and adds to its state the sources that its text cites, each right after the text that first does. */
export function withCitations(
  { passages, whenCited }: Pick<GatheredSources, "passages" | "whenCited">,
  emit: (event: ChatEvent) => void,
): CitationWatch {
  if (whenCited.size === 0) return { watch: emit, end: () => undefined };
  const numbers = createCitedNumbers(passages.length);
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
