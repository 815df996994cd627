import { isBuiltInFolder } from "@lectern/contract";
import { useMemo } from "react";
import { useStore } from "zustand";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { isBuiltInPrompt } from "../../../entities/prompts/store/promptStore.ts";
import type { ExportedPrompts } from "./ExportSummary.tsx";

/** Returns the person's own folders and prompts, without the built-in ones; null while they are loading. */
export function useExportedPrompts(): ExportedPrompts | null {
  const { status, folders, prompts } = useStore(usePromptStore().state);
  const ownPrompts = useMemo(
    () => ({
      folders: folders.filter(({ id }) => !isBuiltInFolder(id)),
      prompts: prompts.filter(({ id }) => !isBuiltInPrompt(id)),
    }),
    [folders, prompts],
  );
  return status === "ready" ? ownPrompts : null;
}
