import { useQueryClient } from "@tanstack/react-query";
import { useBrowserEvent } from "../../lib/browserEvents/browserEvents.ts";
import { memoryKeys } from "./memoryQueries.ts";

/** Reads memories and facts again when something about them has changed, while mounted. */
export function useMemoryEvents(): void {
  const cache = useQueryClient();
  useBrowserEvent("memories", ({ conversationId }) => {
    const queryKey = conversationId === undefined ? memoryKeys.all : [...memoryKeys.facts, conversationId];
    // Otherwise a first read that has begun before the change would stand.
    void cache.cancelQueries({ queryKey }).then(() => cache.invalidateQueries({ queryKey }));
  });
  useBrowserEvent("resync", () => void cache.invalidateQueries({ queryKey: memoryKeys.all }));
}
