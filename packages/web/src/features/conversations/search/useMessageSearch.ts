import type { MessageHit } from "@lectern/contract";
import { useEffect, useState } from "react";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";

export type MessageSearch =
  /** No search is running: the search text is too short. */
  | { status: "idle" }
  | { status: "searching" | "done"; hits: readonly MessageHit[] }
  /** Some conversations could not be searched. `hits`: the results that were found. */
  | { status: "failed"; hits: readonly MessageHit[]; error: unknown };

const idleState: MessageSearch = { status: "idle" };
/** A constant, so that key presses before the search starts cause no rendering. */
const searchingState: MessageSearch = { status: "searching", hits: [] };
const debounceMs = 300;
const minCharacters = 2;

/** Searches the messages shortly after the last key press. New text aborts the previous search. */
export function useMessageSearch(text: string): MessageSearch {
  const { store } = useConversationStore();
  const query = [...text].length < minCharacters ? "" : text;
  const [search, setSearch] = useState<{ text: string; state: MessageSearch }>({ text: "", state: idleState });
  useEffect(() => {
    if (query === "") return;
    const controller = new AbortController();
    const { signal } = controller;
    const hitsById = new Map<string, MessageHit>();
    const show = (status: "searching" | "done") =>
      setSearch({ text: query, state: { status, hits: [...hitsById.values()] } });
    const run = async () => {
      try {
        await store.search(
          query,
          (hits) => {
            for (const hit of hits) if (!hitsById.has(hit.conversationId)) hitsById.set(hit.conversationId, hit);
            if (!signal.aborted) show("searching");
          },
          signal,
        );
        if (!signal.aborted) show("done");
      } catch (error) {
        if (signal.aborted) return;
        setSearch({ text: query, state: { status: "failed", hits: [...hitsById.values()], error } });
      }
    };
    const timer = setTimeout(() => void run(), debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [store, query]);
  if (query === "") return idleState;
  return search.text === query ? search.state : searchingState;
}
