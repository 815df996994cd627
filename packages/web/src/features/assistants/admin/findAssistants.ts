import type { AssistantSummary } from "@lectern/contract";

/** Returns the assistants whose names or descriptions contain every word of the search, in their order. */
export function findAssistants<Assistant extends Pick<AssistantSummary, "name" | "description">>(
  assistants: readonly Assistant[],
  search: string,
): Assistant[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return assistants.filter(({ name, description }) => {
    const text = `${name}\n${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
