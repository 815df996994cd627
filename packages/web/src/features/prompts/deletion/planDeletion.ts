import type { PromptTemplate } from "@lectern/contract";
import { getPromptRights } from "../../../entities/prompts/promptRights.ts";
import { type BackingAssistant, getBackingAssistantId } from "./backingAssistants.ts";

/** What a deletion of prompts does. */
export interface Deletion {
  removedPrompts: readonly PromptTemplate[];
  /** The prompts of the folder that remain, without a folder. */
  movedOutPrompts: readonly PromptTemplate[];
  /** The assistants that are deleted with the prompts. */
  removedAssistants: readonly BackingAssistant[];
  /** The assistants of deleted prompts that the person cannot delete. */
  remainingAssistants: readonly BackingAssistant[];
  /** The prompts that remain without their assistant. */
  orphanedPrompts: readonly PromptTemplate[];
}

/** Plans what happens if a prompt is deleted. `prompts`: all of the person's. `assistants`: those the prompt may belong to. */
export function planPromptDeletion(
  promptId: string,
  prompts: readonly PromptTemplate[],
  assistants: readonly BackingAssistant[],
): Deletion {
  return toDeletion(
    { removedPrompts: prompts.filter(({ id }) => id === promptId), movedOutPrompts: [] },
    prompts,
    assistants,
  );
}

/**
 * Plans what happens to the prompts in a folder that is deleted. They are also deleted, with their assistants, except for
 * prompts of system assistants and prompts that the person may not delete. Received prompts are deleted only this way.
 */
export function planFolderDeletion(
  folderId: string,
  prompts: readonly PromptTemplate[],
  assistants: readonly BackingAssistant[],
): Deletion {
  const folderPrompts = prompts.filter((prompt) => prompt.folderId === folderId);
  const isKept = (prompt: PromptTemplate) =>
    isOfSystemAssistant(prompt, assistants) || !(getPromptRights(prompt).canDelete || prompt.data.isReceived === true);
  const moves = {
    removedPrompts: folderPrompts.filter((prompt) => !isKept(prompt)),
    movedOutPrompts: folderPrompts.filter(isKept),
  };
  return toDeletion(moves, prompts, assistants);
}

function toDeletion(
  moves: Pick<Deletion, "removedPrompts" | "movedOutPrompts">,
  prompts: readonly PromptTemplate[],
  assistants: readonly BackingAssistant[],
): Deletion {
  const concernedIds = new Set(moves.removedPrompts.map(getBackingAssistantId));
  const concerned = assistants.filter(({ assistantId }) => concernedIds.has(assistantId));
  const removedAssistants = concerned.filter(({ isDeletable }) => isDeletable);
  const removedIds = new Set(removedAssistants.map(({ assistantId }) => assistantId));
  return {
    ...moves,
    removedAssistants,
    remainingAssistants: concerned.filter(({ isDeletable }) => !isDeletable),
    orphanedPrompts: prompts.filter(
      (prompt) => !moves.removedPrompts.includes(prompt) && removedIds.has(getBackingAssistantId(prompt) ?? ""),
    ),
  };
}

/** Only the system assigns tags with this prefix. */
const systemTagPrefix = "amplify:";

function isOfSystemAssistant(prompt: PromptTemplate, assistants: readonly BackingAssistant[]): boolean {
  if (prompt.data.assistant === undefined) return false;
  const assistantId = getBackingAssistantId(prompt);
  return (
    (prompt.data.tags ?? []).some((tag) => tag.startsWith(systemTagPrefix)) ||
    assistants.some((assistant) => assistant.assistantId === assistantId && assistant.isSystem)
  );
}
