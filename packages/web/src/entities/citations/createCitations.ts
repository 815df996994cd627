import type { JsonObject } from "@lectern/contract";
import type { Citations } from "../../ui/markdown/citations/CitationsContext.ts";
import { formatLocations } from "./formatLocations.ts";
import { getAnswerSources } from "./getAnswerSources.ts";
import { openPassages } from "./viewerStore.ts";

/** Connects the citation marks of an answer to its sources. Returns null if no source is numbered. */
export function createCitations(state: JsonObject, onHover: Citations["onHover"]): Citations | null {
  const { citedPassages, passages, positionByNumber } = getAnswerSources(state);
  if (positionByNumber.size === 0) return null;
  return {
    numbers: new Set(positionByNumber.keys()),
    getLabel(number) {
      const source = citedPassages[positionByNumber.get(number) ?? -1];
      const [location] = formatLocations(source?.locations ?? []);
      return [`Source ${number}`, source?.name, location].filter(Boolean).join(", ");
    },
    onOpen(number) {
      onHover(null);
      const position = positionByNumber.get(number);
      if (position !== undefined) openPassages(passages, position);
    },
    onHover,
  };
}
