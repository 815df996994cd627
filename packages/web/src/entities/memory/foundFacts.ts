import { type ExtractedFact, extractFacts } from "@lectern/contract";
import { call } from "../../lib/call.ts";
import { createPageStore } from "../../lib/pageStore.ts";

export interface FoundFact extends ExtractedFact {
  id: string;
}

/** The facts that a person has searched by hand in a conversation. Nobody stores them, so they end with the page. */
export interface FactSearch {
  status: "searching" | "found" | "failed";
  facts: readonly FoundFact[];
}

export const useFactSearches = createPageStore<Readonly<Record<string, FactSearch>>>(() => ({}));

const set = (conversationId: string, search: FactSearch) => useFactSearches.setState({ [conversationId]: search });
const getFacts = (conversationId: string) => useFactSearches.getState()[conversationId]?.facts ?? [];

/** Searches a text of the person for facts. A failure is logged, and is the status of the search. */
export async function searchFacts(conversationId: string, text: string): Promise<void> {
  set(conversationId, { status: "searching", facts: getFacts(conversationId) });
  try {
    const { extracted } = await call(extractFacts, { user_input: text });
    const known = new Set(getFacts(conversationId).map(({ content }) => content));
    const added = extracted.filter(({ content }) => !known.has(content));
    const facts = [...getFacts(conversationId), ...added.map((fact) => ({ ...fact, id: crypto.randomUUID() }))];
    set(conversationId, { status: "found", facts });
  } catch (error) {
    console.error("The search for facts failed.", error instanceof Error ? error.message : error);
    set(conversationId, { status: "failed", facts: getFacts(conversationId) });
  }
}

/** Drops a fact that was found. Nothing is stored anywhere. */
export function dropFoundFact(conversationId: string, id: string): void {
  const search = useFactSearches.getState()[conversationId];
  if (!search) return;
  const facts = search.facts.filter((fact) => fact.id !== id);
  if (facts.length > 0) set(conversationId, { ...search, facts });
  else endFactSearch(conversationId);
}

/** Forgets the facts of a conversation that were searched by hand. */
export function endFactSearch(conversationId: string): void {
  const { [conversationId]: _, ...others } = useFactSearches.getState();
  useFactSearches.setState(others, true);
}
