import type { Folder } from "@lectern/contract";
import type { PromptStore } from "../../../entities/prompts/store/promptStore.ts";
import { planFolderDeletion } from "./planFolderDeletion.ts";

/** Deletes a prompt folder and what goes with it. Rejects where this browser could not write it; then the folder is still there. */
export async function deleteFolder(promptStore: PromptStore, { id }: Folder): Promise<void> {
  const { removed, movedOut } = planFolderDeletion(id, promptStore.state.getState().prompts);
  // Out first: what stays must not be in a folder that is gone.
  await promptStore.savePrompts(movedOut);
  await promptStore.removePrompts(removed.map((prompt) => prompt.id));
  await promptStore.removeFolder(id);
}
