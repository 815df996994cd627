import type { JsonObject } from "@lectern/contract";
import { type AnswerSource, getAnswerSources } from "./getAnswerSources.ts";
import { listCitedNumbers } from "./listCitedNumbers.ts";
import { listSourceNumbers } from "./listSourceNumbers.ts";

/** Returns the sources in an answer's state that its text cites, in the order of their first numbers. */
export function listCitedSources(state: JsonObject | undefined, text: string): readonly AnswerSource[] {
  return getAnswerSources(state, listCitedNumbers(text, listSourceNumbers(state))).cited;
}
