import { useMemo } from "react";
import { useStore } from "zustand";
import { useConversationStore } from "../entities/conversations/ConversationsProvider.tsx";
import { useConversationList } from "../entities/conversations/useConversationList.ts";
import { useLibrary } from "../entities/prompts/store/LibraryProvider.tsx";
import type { ImportPort } from "../features/export/import/applyImport.ts";
import { ImportDialog as Dialog } from "../features/export/import/ImportDialog.tsx";
import { useTimesOpened } from "./useTimesOpened.ts";

/** Conversations, folders and prompts from a file. */
export function ImportDialog(props: { isOpen: boolean; onClose: () => void }) {
  const { store } = useConversationStore();
  const list = useConversationList();
  const library = useLibrary();
  const isLibraryReady = useStore(library.state, ({ status }) => status === "ready");
  const conversations = list.status === "ready" ? list.conversations : null;
  const port = useMemo<ImportPort | null>(() => {
    if (!conversations || !isLibraryReady) return null;
    const knownIds = new Set(conversations.map(({ id }) => id));
    return { library, knownIds, beginAdding: store.beginAdding };
  }, [conversations, isLibraryReady, library, store]);
  const failed = list.status === "error" ? list : null;
  return <Dialog key={useTimesOpened(props.isOpen)} {...props} port={port} failed={failed} />;
}
