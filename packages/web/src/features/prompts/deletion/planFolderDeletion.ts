import type { PromptTemplate } from "@lectern/contract";
import { isBuiltInPrompt } from "../../../entities/prompts/store/promptStore.ts";

export interface FolderDeletion {
  /** Deleted with their assistants. */
  removed: readonly PromptTemplate[];
  /** As they are then: in no folder. */
  movedOut: readonly PromptTemplate[];
}

/**
 * [C4.19] What the deletion of a prompt folder does with what is in it: it goes, but for assistants that are the system's, and for what
 * is not this person's to delete.
 */
export function planFolderDeletion(folderId: string, prompts: readonly PromptTemplate[]): FolderDeletion {
  const inside = prompts.filter((prompt) => prompt.folderId === folderId);
  const stays = (prompt: PromptTemplate) =>
    isSystemAssistant(prompt) || isBuiltInPrompt(prompt.id) || (prompt.groupId ?? null) !== null;
  return { removed: inside.filter((prompt) => !stays(prompt)), movedOut: outOfFolder(folderId, inside.filter(stays)) };
}

/** [C4.20] What the deletion of a workflow folder does with its workflows: they are in no folder then. Others are left out. */
export function outOfFolder<Item extends { folderId: string | null }>(
  folderId: string,
  items: readonly Item[],
): (Item & { folderId: null })[] {
  return items.filter((item) => item.folderId === folderId).map((item) => ({ ...item, folderId: null }));
}

/** Tags that begin so are given by the system only. */
const systemTagPrefix = "amplify:";

function isSystemAssistant({ data }: PromptTemplate): boolean {
  return data.assistant !== undefined && (data.tags ?? []).some((tag) => tag.startsWith(systemTagPrefix));
}
