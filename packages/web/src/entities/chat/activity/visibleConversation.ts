import { useEffect } from "react";
import { createPageStore } from "../../../lib/pageStore.ts";
import type { Visibility } from "../runs/streamGate.ts";

/** The id of the conversation that the person sees in this tab; null if the tab is hidden or shows something else. */
const visibleId = createPageStore<string | null>(() => null);

export const visibility: Visibility = {
  isVisible: (conversationId) => visibleId.getState() === conversationId,
  subscribe: (listener) => visibleId.subscribe(listener),
};

/** Tells the chat which conversation this tab shows; null: none. */
export function useVisibleConversation(shownId: string | null): void {
  useEffect(() => {
    const update = () => visibleId.setState(document.visibilityState === "visible" ? shownId : null, true);
    update();
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, [shownId]);
}
