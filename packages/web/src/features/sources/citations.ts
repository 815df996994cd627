import type { JsonObject } from "@lectern/contract";
import { formatLocations } from "../../lib/formatLocations.ts";
import type { Citations } from "../../ui/markdown/CitationsContext.ts";
import { answerSources } from "./answerSources.ts";
import { openPassages } from "./viewerStore.ts";

/** How the marks of an answer with this state lead to their sources; null: it has none that can be cited. */
export function citationsOf(state: JsonObject, onPoint: Citations["onPoint"]): Citations | null {
  const { all, passages, placeOf } = answerSources(state);
  if (placeOf.size === 0) return null;
  return {
    numbers: new Set(placeOf.keys()),
    nameOf(number) {
      const source = all[placeOf.get(number) ?? -1];
      const [place] = formatLocations(source?.locations ?? []);
      return [`Source ${number}`, source?.name, place].filter(Boolean).join(", ");
    },
    onOpen(number) {
      onPoint(null);
      const place = placeOf.get(number);
      if (place !== undefined) openPassages(passages, place);
    },
    onPoint,
  };
}
