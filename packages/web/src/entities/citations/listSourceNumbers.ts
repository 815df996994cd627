import { type JsonObject, parseCitations } from "@lectern/contract";

/** Returns the numbers of all numbered passages in an answer's state. */
export function listSourceNumbers(state: JsonObject | undefined): Set<number> {
  const passages = parseCitations(state).flatMap(({ sources }) => sources);
  return new Set(passages.flatMap(({ index }) => (index === undefined ? [] : [index])));
}
