import type { PromptTemplate } from "@lectern/contract";
import { getPromptRights } from "../../../entities/prompts/promptRights.ts";

export interface FolderDeletion {
  /** The prompts to delete, with their assistants. */
  removedPrompts: readonly PromptTemplate[];
  /** The prompts that remain, moved out of the folder. */
  movedOutPrompts: readonly PromptTemplate[];
}

/**
 * Plans what happens to the prompts in a folder that is deleted. They are also deleted, except for system assistants
 * and prompts that the person may not delete.
 */
export function planFolderDeletion(folderId: string, prompts: readonly PromptTemplate[]): FolderDeletion {
  const folderPrompts = prompts.filter((prompt) => prompt.folderId === folderId);
  const isKept = (prompt: PromptTemplate) => isSystemAssistant(prompt) || !getPromptRights(prompt).canDelete;
  return {
    removedPrompts: folderPrompts.filter((prompt) => !isKept(prompt)),
    movedOutPrompts: folderPrompts.filter(isKept).map((prompt) => ({ ...prompt, folderId: null })),
  };
}

/** Only the system assigns tags with this prefix. */
const systemTagPrefix = "amplify:";

function isSystemAssistant({ data }: PromptTemplate): boolean {
  return data.assistant !== undefined && (data.tags ?? []).some((tag) => tag.startsWith(systemTagPrefix));
}
