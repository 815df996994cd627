import { foldText } from "@lectern/contract";

/** Returns the distinct words of a search query, folded. */
export function splitSearchWords(query: string): string[] {
  return [...new Set(foldText(query).split(/\s+/).filter(Boolean))];
}
