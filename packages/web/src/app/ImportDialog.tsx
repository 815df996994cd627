import { useMemo } from "react";
import { useStore } from "zustand";
import { useConversationStore } from "../entities/conversations/ConversationsProvider.tsx";
import { useConversationList } from "../entities/conversations/useConversationList.ts";
import { usePromptStore } from "../entities/prompts/store/PromptStoreProvider.tsx";
import type { ImportPort } from "../features/export/import/applyImport.ts";
import { ImportDialog as Dialog } from "../features/export/import/ImportDialog.tsx";
import { useTimesOpened } from "./useTimesOpened.ts";

/** Conversations, folders and prompts from a file. */
export function ImportDialog(props: { isOpen: boolean; onClose: () => void }) {
  const { store } = useConversationStore();
  const list = useConversationList();
  const promptStore = usePromptStore();
  const isPromptStoreReady = useStore(promptStore.state, ({ status }) => status === "ready");
  const conversations = list.status === "ready" ? list.conversations : null;
  const port = useMemo<ImportPort | null>(() => {
    if (!conversations || !isPromptStoreReady) return null;
    const knownIds = new Set(conversations.map(({ id }) => id));
    return { promptStore, knownIds, beginAdding: store.beginAdding };
  }, [conversations, isPromptStoreReady, promptStore, store]);
  const failed = list.status === "error" ? list : null;
  return <Dialog key={useTimesOpened(props.isOpen)} {...props} port={port} failed={failed} />;
}
