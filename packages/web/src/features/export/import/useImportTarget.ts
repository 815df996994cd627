import { useMemo } from "react";
import { useStore } from "zustand";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { useConversationList } from "../../../entities/conversations/useConversationList.ts";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import type { ReadFailure } from "../conversationSource.ts";
import type { ImportTarget } from "./applyImport.ts";

/**
 * Returns where to store an import. `target` is null while the existing conversations and prompts are loading or if
 * they could not be loaded.
 */
export function useImportTarget(): { target: ImportTarget | null; failed: ReadFailure | null } {
  const { store } = useConversationStore();
  const list = useConversationList();
  const promptStore = usePromptStore();
  const isPromptStoreReady = useStore(promptStore.state, ({ status }) => status === "ready");
  const conversations = list.status === "ready" ? list.conversations : null;
  const target = useMemo<ImportTarget | null>(() => {
    if (!conversations || !isPromptStoreReady) return null;
    const knownIds = new Set(conversations.map(({ id }) => id));
    return { promptStore, knownIds, conversationStore: store };
  }, [conversations, isPromptStoreReady, promptStore, store]);
  return { target, failed: list.status === "error" ? list : null };
}
