import type { JsonObject } from "@lectern/contract";
import { useMemo } from "react";
import { type AnswerSources, getAnswerSources } from "../../entities/citations/getAnswerSources.ts";
import { listCitedNumbers } from "../../entities/citations/listCitedNumbers.ts";
import { listSourceNumbers } from "../../entities/citations/listSourceNumbers.ts";

/** The sources of an answer and all their numbers. `text`: the answer's text so far. */
export function useAnswerSources(
  sources: JsonObject[string] | undefined,
  text: string,
): AnswerSources & { numbers: ReadonlySet<number> } {
  const numbers = useMemo(() => listSourceNumbers({ sources }), [sources]);
  const citedNumbers = [...listCitedNumbers(text, numbers)].sort((a, b) => a - b).join(" ");
  return useMemo(
    () => ({ ...getAnswerSources({ sources }, new Set(citedNumbers.split(" ").map(Number))), numbers }),
    [sources, citedNumbers, numbers],
  );
}
