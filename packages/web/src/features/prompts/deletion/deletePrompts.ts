import type { Folder, PromptTemplate } from "@lectern/contract";
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
 * Rejects also if this browser could not store the deletion. Returns the function that restores all; null if assistants
 * were deleted, which cannot be restored.
 */
export async function deletePrompts(
  promptStore: PromptStore,
  deletion: Deletion,
  folderId: string | null,
): Promise<(() => Promise<void>) | null> {
  const { removedPrompts, movedOutPrompts, removedAssistants } = deletion;
  const { deletedIds, error } = await removeAssistants(removedAssistants.map(({ assistantId }) => assistantId));
  if (error !== undefined) {
    const orphans = removedPrompts.filter((prompt) => deletedIds.has(getBackingAssistantId(prompt) ?? ""));
    if (orphans.length > 0) await promptStore.removePrompts(orphans.map(({ id }) => id));
    throw new AssistantDeletionError(error);
  }
  const before = promptStore.state.getState();
  // Move first: no remaining prompt may refer to a deleted folder.
  const movedOutIds = new Set(movedOutPrompts.map(({ id }) => id));
  const remainingPrompts = before.prompts.filter(({ id }) => movedOutIds.has(id));
  await promptStore.savePrompts(remainingPrompts.map((prompt) => ({ ...prompt, folderId: null })));
  // The server deletes received prompts only with their folder, which it must therefore know to be deleted.
  if (folderId !== null) await promptStore.removeFolder(folderId);
  await promptStore.removePrompts(removedPrompts.map(({ id }) => id));
  if (removedAssistants.length > 0) return null;
  const removedIds = new Set(removedPrompts.map(({ id }) => id));
  return () =>
    restorePrompts(promptStore, {
      folder: before.folders.find(({ id }) => id === folderId) ?? null,
      prompts: before.prompts.filter(({ id }) => removedIds.has(id)),
      movedOutIds,
    });
}

interface DeletedPrompts {
  folder: Folder | null;
  prompts: readonly PromptTemplate[];
  /** The ids of the prompts that were moved out of the folder. */
  movedOutIds: ReadonlySet<string>;
}

/** Stores deleted prompts again, without undoing other changes. */
async function restorePrompts(
  promptStore: PromptStore,
  { folder, prompts, movedOutIds }: DeletedPrompts,
): Promise<void> {
  const { folders, prompts: current } = promptStore.state.getState();
  if (folder && !folders.some(({ id }) => id === folder.id)) await promptStore.saveFolder(folder);
  const isPresent = (id: string) => current.some((prompt) => prompt.id === id);
  const movedBack = current.filter((prompt) => movedOutIds.has(prompt.id) && prompt.folderId === null);
  await promptStore.savePrompts([
    ...prompts.filter(({ id }) => !isPresent(id)),
    ...movedBack.map((prompt) => ({ ...prompt, folderId: folder?.id ?? null })),
  ]);
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
