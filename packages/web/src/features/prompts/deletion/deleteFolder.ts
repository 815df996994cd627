import type { Folder } from "@lectern/contract";
import type { Library } from "../../../entities/prompts/store/library.ts";
import { planFolderDeletion } from "./planFolderDeletion.ts";

/** Deletes a prompt folder and what goes with it. Rejects where this browser could not write it; then the folder is still there. */
export async function deleteFolder(library: Library, { id }: Folder): Promise<void> {
  const { removed, movedOut } = planFolderDeletion(id, library.state.getState().prompts);
  // Out first: what stays must not be in a folder that is gone.
  await library.savePrompts(movedOut);
  await library.removePrompts(removed.map((prompt) => prompt.id));
  await library.removeFolder(id);
}
