import { t } from "@lingui/core/macro";
import { removeAssistant } from "../../../entities/assistants/removeAssistant.ts";
import type { PromptStore } from "../../../entities/prompts/store/promptStore.ts";
import { CallError } from "../../../lib/callError.ts";
import { getBackingAssistantId } from "./backingAssistants.ts";
import type { Deletion } from "./planDeletion.ts";

/** An assistant could not be deleted. `cause` is the error of the call. */
export class AssistantDeletionError extends Error {
  constructor(cause: unknown) {
    super(t`Failed to delete assistant. Please try again.`, { cause });
    this.name = "AssistantDeletionError";
  }
}

/**
 * Deletes prompts with their assistants, then the folder, if `folderId` is not null. The first assistant that cannot be
 * deleted ends the deletion with an `AssistantDeletionError`: the folder and the prompts of the remaining assistants stay.
 * Rejects also if this browser could not store the deletion.
 */
export async function deletePrompts(
  promptStore: PromptStore,
  deletion: Deletion,
  folderId: string | null,
): Promise<void> {
  const { removedPrompts, movedOutPrompts, removedAssistants } = deletion;
  const { deletedIds, error } = await removeAssistants(removedAssistants.map(({ assistantId }) => assistantId));
  if (error !== undefined) {
    const orphans = removedPrompts.filter((prompt) => deletedIds.has(getBackingAssistantId(prompt) ?? ""));
    if (orphans.length > 0) await promptStore.removePrompts(orphans.map(({ id }) => id));
    throw new AssistantDeletionError(error);
  }
  // Move first: no remaining prompt may refer to a deleted folder.
  const movedOutIds = new Set(movedOutPrompts.map(({ id }) => id));
  const remainingPrompts = promptStore.state.getState().prompts.filter(({ id }) => movedOutIds.has(id));
  await promptStore.savePrompts(remainingPrompts.map((prompt) => ({ ...prompt, folderId: null })));
  await promptStore.removePrompts(removedPrompts.map(({ id }) => id));
  if (folderId !== null) await promptStore.removeFolder(folderId);
}

/** Deletes assistants one by one, until one cannot be deleted. */
async function removeAssistants(
  assistantIds: readonly string[],
): Promise<{ deletedIds: Set<string>; error?: unknown }> {
  const deletedIds = new Set<string>();
  for (const assistantId of assistantIds) {
    try {
      await removeAssistant(assistantId);
    } catch (error) {
      const isGone = error instanceof CallError && error.code === "notFound";
      if (!isGone) return { deletedIds, error };
    }
    deletedIds.add(assistantId);
  }
  return { deletedIds };
}
