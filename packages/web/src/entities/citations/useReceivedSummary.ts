import { type JsonObject, parseCitations } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { listNames } from "../../lib/text/listNames.ts";
import { listCitedNumbers } from "./listCitedNumbers.ts";
import { listSourceNumbers } from "./listSourceNumbers.ts";

/** Says what the model received for an answer that cites none of it; null: it cites something or received nothing. */
export function useReceivedSummary(state: JsonObject | undefined, text: string): string | null {
  const sources = state?.sources;
  const numbers = useMemo(() => listSourceNumbers({ sources }), [sources]);
  const citesNothing = useMemo(() => listCitedNumbers(text, numbers).size === 0, [text, numbers]);
  const summary = useMemo(() => formatReceived({ sources }), [sources]);
  return sources !== undefined && citesNothing ? summary : null;
}

function formatReceived(state: JsonObject): string {
  // The search comes first, as in the list.
  const [first] = parseCitations(state);
  const names = listNames([...new Set(first?.sources.map(({ name }) => name))]);
  switch (first?.group) {
    case "rag":
      return t`Searched ${names}`;
    case "documentContext":
      return t`Read ${names}`;
    case "images":
      return t`Viewed ${names}`;
    case undefined:
      return t`Sources`;
  }
}
