import type { JsonObject } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { Citations } from "../../ui/markdown/citations/CitationsContext.ts";
import { findCitedSentence } from "./findCitedSentence.ts";
import { formatLocations } from "./formatLocations.ts";
import { getAnswerSources, toDocumentPassage } from "./getAnswerSources.ts";
import { listCitedNumbers } from "./listCitedNumbers.ts";
import { listSourceNumbers } from "./listSourceNumbers.ts";
import { type DocumentPassage, openPassages } from "./viewerStore.ts";

interface CitationOptions extends Pick<Citations, "onHover"> {
  /** Returns the answer's text so far. */
  getText: () => string;
  /** True if the answer is in a dialog. */
  isOverDialog: boolean;
}

/** Connects the citation marks of an answer to its sources. Returns null if no source is numbered. */
export function createCitations(
  state: JsonObject,
  { getText, onHover, isOverDialog }: CitationOptions,
): Omit<Citations, "openNumbers"> | null {
  const numbers = listSourceNumbers(state);
  if (numbers.size === 0) return null;
  const { cited: numbered } = getAnswerSources(state, numbers);
  return {
    numbers,
    getLabel(number) {
      const source = numbered.find((source) => source.numbers.includes(number))?.passage;
      const [location] = formatLocations(source?.locations ?? []);
      return [t`Source ${number}`, source?.name, location].filter(Boolean).join(", ");
    },
    onOpen({ number, element }) {
      onHover(null);
      const text = getText();
      const citedNumbers = listCitedNumbers(text, numbers).add(number);
      const { cited } = getAnswerSources(state, citedNumbers);
      const position = cited.findIndex((source) => source.numbers.includes(number));
      const passages = cited.map((source, index) => {
        const openedElement = index === position ? element : undefined;
        return toDocumentPassage(source, findCitedSentence(source, text, numbers, openedElement));
      });
      openPassages(passages, position, { isOverDialog });
    },
    onHover,
  };
}

/** Returns the numbers by which an answer cites a passage. */
export function findNumbersOfPassage(state: JsonObject, { key, quote, index }: DocumentPassage): readonly number[] {
  const { cited } = getAnswerSources(state, listSourceNumbers(state));
  const source = cited.find(
    ({ passage, numbers }) => passage.key === key && passage.content === quote && numbers.includes(index ?? Number.NaN),
  );
  return source?.numbers ?? [];
}
