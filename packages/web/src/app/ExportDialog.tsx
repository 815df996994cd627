import { isBuiltInFolder } from "@lectern/contract";
import { useMemo } from "react";
import { useStore } from "zustand";
import { useLibrary } from "../entities/prompts/store/LibraryProvider.tsx";
import { isBuiltInPrompt } from "../entities/prompts/store/library.ts";
import { ExportDialog as Dialog } from "../features/export/transfer/ExportDialog.tsx";
import { useConversationPort } from "./useConversationPort.ts";
import { useTimesOpened } from "./useTimesOpened.ts";

/** Conversations, folders and prompts as one file. */
export function ExportDialog(props: { isOpen: boolean; onClose: () => void }) {
  const port = useConversationPort();
  const { status, folders, prompts } = useStore(useLibrary().state);
  const own = useMemo(
    () => ({
      folders: folders.filter(({ id }) => !isBuiltInFolder(id)),
      prompts: prompts.filter(({ id }) => !isBuiltInPrompt(id)),
    }),
    [folders, prompts],
  );
  const library = status === "ready" ? own : null;
  return <Dialog key={useTimesOpened(props.isOpen)} {...props} port={port} library={library} />;
}
