import { isBuiltInFolder } from "@lectern/contract";
import { useMemo } from "react";
import { useStore } from "zustand";
import { usePromptStore } from "../entities/prompts/store/PromptStoreProvider.tsx";
import { isBuiltInPrompt } from "../entities/prompts/store/promptStore.ts";
import { ExportDialog as Dialog } from "../features/export/transfer/ExportDialog.tsx";
import { useConversationPort } from "./useConversationPort.ts";
import { useTimesOpened } from "./useTimesOpened.ts";

/** Conversations, folders and prompts as one file. */
export function ExportDialog(props: { isOpen: boolean; onClose: () => void }) {
  const port = useConversationPort();
  const { status, folders, prompts } = useStore(usePromptStore().state);
  const own = useMemo(
    () => ({
      folders: folders.filter(({ id }) => !isBuiltInFolder(id)),
      prompts: prompts.filter(({ id }) => !isBuiltInPrompt(id)),
    }),
    [folders, prompts],
  );
  const promptStore = status === "ready" ? own : null;
  return <Dialog key={useTimesOpened(props.isOpen)} {...props} port={port} promptStore={promptStore} />;
}
