import { foldText } from "@lectern/contract";

/** Returns the distinct words of a search query, folded. */
export function splitSearchWords(search: string): string[] {
  return [...new Set(foldText(search).split(/\s+/).filter(Boolean))];
}
