import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { notifyError } from "../../ui/notify.tsx";
import { useConversationStore } from "./ConversationsProvider.tsx";
import { conversationTexts } from "./conversationTexts.ts";
import { takeInterruptedMove } from "./storage/interruptedMove.ts";

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
    if (isEnabled) void tellOfInterruptedMove(userId);
  }, [isEnabled, userId]);
  useEffect(() => {
    if (error && navigator.onLine) notifyError(conversationTexts.syncFailed, { reason: error.message });
  }, [error]);
}

/** A move that was cut off by the end of its page has lost nothing, but it is not done. */
async function tellOfInterruptedMove(userId: string): Promise<void> {
  const to = await takeInterruptedMove(userId);
  if (to !== null) notifyError(to === "cloud" ? interruptedToCloud : interruptedToLocal);
}

const interruptedToCloud =
  "Not all conversations were moved to the cloud. Nothing is lost: Settings says how many are left, and moves them.";
const interruptedToLocal =
  "Not all conversations were moved to this browser. Nothing is lost: Settings says how many are left, and moves them.";

function goneText(names: string[]): string {
  const named = names.slice(0, shownNames).join(", ");
  const others = names.length > shownNames ? ` and ${names.length - shownNames} more` : "";
  return `No longer in the cloud, removed from the list: ${named}${others}`;
}
