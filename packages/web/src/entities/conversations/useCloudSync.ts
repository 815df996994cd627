import { t } from "@lingui/core/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { areBrowserEventsLive } from "../../lib/browserEvents/browserEvents.ts";
import { isOffline } from "../../lib/network.ts";
import { listNames } from "../../lib/text/listNames.ts";
import { readUserValue } from "../../lib/userStorage.ts";
import { notifyError } from "../../ui/notices/notify.tsx";
import { useConversationStore } from "./ConversationsProvider.tsx";
import { conversationTexts } from "./conversationTexts.ts";
import { moveDraft } from "./moveDraft.ts";
import { moveInProgressKey } from "./storage/moveInProgressKey.ts";
import { useChosenStorage } from "./storageSelection.ts";
import { type ConversationStore, syncKey } from "./store/conversationStore.ts";

const describeGone = (names: string) => t`No longer in the cloud, removed from the list: ${names}`;

const cloudSyncQuery = (store: ConversationStore, userId: string) =>
  queryOptions({
    queryKey: syncKey(userId),
    queryFn: async ({ signal }) => {
      const { removed: goneSummaries } = await store.sync(signal);
      if (goneSummaries.length > 0) notifyError(describeGone(listNames(goneSummaries.map(({ name }) => name))));
      void moveDraft(store, userId);
      return { syncedAt: Date.now() };
    },
    staleTime: 15_000,
  });

/** Returns "done" once the list contains the conversations in the cloud; "failed": it cannot be loaded. */
export function useCloudSyncStatus(): "pending" | "done" | "failed" {
  const { userId, store } = useConversationStore();
  const { data, isError } = useQuery({ ...cloudSyncQuery(store, userId), enabled: false });
  if (data !== undefined) return "done";
  return isError ? "failed" : "pending";
}

/**
 * Syncs the list of conversations with the cloud: when the page starts, when an event says so and, without
 * events, when the tab gets the focus or the browser is back online.
 */
export function useCloudSync(isEnabled: boolean): void {
  const { userId, store } = useConversationStore();
  const { error } = useQuery({
    ...cloudSyncQuery(store, userId),
    enabled: isEnabled,
    refetchOnWindowFocus: () => !areBrowserEventsLive(),
    refetchOnReconnect: () => (areBrowserEventsLive() ? false : "always"),
  });
  const chosenStorage = useChosenStorage(userId);
  useEffect(() => {
    // The selection may have been made on another device.
    if (isEnabled && chosenStorage) void moveDraft(store, userId);
  }, [isEnabled, chosenStorage, store, userId]);
  useEffect(() => {
    if (!isEnabled || readUserValue(userId, moveInProgressKey) === null) return;
    // If the code cannot be loaded, the notice appears at the next start.
    import("./storage/notifyInterruptedMove.ts").then(
      ({ notifyInterruptedMove }) => notifyInterruptedMove(store, userId),
      () => {},
    );
  }, [isEnabled, store, userId]);
  useEffect(() => {
    if (error && !isOffline()) notifyError(conversationTexts.syncFailed, { reason: error.message });
  }, [error]);
}
