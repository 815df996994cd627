import type { JsonObject } from "@lectern/contract";
import type { Citations } from "../../ui/markdown/citations/CitationsContext.ts";
import { answerSources } from "./answerSources.ts";
import { formatLocations } from "./formatLocations.ts";
import { openPassages } from "./viewerStore.ts";

/** How the marks of an answer with this state lead to their sources; null: it has none that can be cited. */
export function citationsOf(state: JsonObject, onHover: Citations["onHover"]): Citations | null {
  const { all, passages, placeOf } = answerSources(state);
  if (placeOf.size === 0) return null;
  return {
    numbers: new Set(placeOf.keys()),
    getLabel(number) {
      const source = all[placeOf.get(number) ?? -1];
      const [place] = formatLocations(source?.locations ?? []);
      return [`Source ${number}`, source?.name, place].filter(Boolean).join(", ");
    },
    onOpen(number) {
      onHover(null);
      const place = placeOf.get(number);
      if (place !== undefined) openPassages(passages, place);
    },
    onHover,
  };
}
