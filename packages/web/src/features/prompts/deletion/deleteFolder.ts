import type { Folder } from "@lectern/contract";
import type { PromptStore } from "../../../entities/prompts/store/promptStore.ts";
import { planFolderDeletion } from "./planFolderDeletion.ts";

/**
 * Deletes a prompt folder with its prompts. Rejects if this browser could not store the deletion; the folder then still
 * exists, but its prompts may be deleted.
 */
export async function deleteFolder(promptStore: PromptStore, { id }: Folder): Promise<void> {
  const { removedPrompts, movedOutPrompts } = planFolderDeletion(id, promptStore.state.getState().prompts);
  // Move first: no remaining prompt may refer to a deleted folder.
  await promptStore.savePrompts(movedOutPrompts);
  await promptStore.removePrompts(removedPrompts.map((prompt) => prompt.id));
  await promptStore.removeFolder(id);
}
