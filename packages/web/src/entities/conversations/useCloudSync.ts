import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { readUserValue } from "../../lib/userStorage.ts";
import { notifyError } from "../../ui/notices/notify.tsx";
import { useConversationStore } from "./ConversationsProvider.tsx";
import { conversationTexts } from "./conversationTexts.ts";
import { moveInProgressKey } from "./storage/moveInProgressKey.ts";

const shownNames = 3;

/** Keeps the list in step with the cloud: at the start, when the tab is looked at, when back online. */
export function useCloudSync(isEnabled: boolean): void {
  const { userId, store } = useConversationStore();
  const { error } = useQuery({
    queryKey: ["conversationSync", userId],
    queryFn: async ({ signal }) => {
      const { gone } = await store.sync(signal);
      if (gone.length > 0) notifyError(goneText(gone.map(({ name }) => name)));
      return { syncedAt: Date.now() };
    },
    enabled: isEnabled,
    staleTime: 15_000,
    refetchOnWindowFocus: true,
    refetchOnReconnect: "always",
  });
  useEffect(() => {
    if (!isEnabled || readUserValue(userId, moveInProgressKey) === null) return;
    // Without its code it is told of at the next start.
    import("./storage/notifyInterruptedMove.ts").then(
      ({ notifyInterruptedMove }) => notifyInterruptedMove(store, userId),
      () => {},
    );
  }, [isEnabled, store, userId]);
  useEffect(() => {
    if (error && navigator.onLine) notifyError(conversationTexts.syncFailed, { reason: error.message });
  }, [error]);
}

function goneText(names: string[]): string {
  const named = names.slice(0, shownNames).join(", ");
  const others = names.length > shownNames ? ` and ${names.length - shownNames} more` : "";
  return `No longer in the cloud, removed from the list: ${named}${others}`;
}
