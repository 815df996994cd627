import type { Folder } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { getFolderName } from "../../../entities/prompts/getFolderName.ts";
import type { PromptStore } from "../../../entities/prompts/store/promptStore.ts";
import { notifyUndoable } from "../../../ui/notices/notify.tsx";
import { deletePrompts } from "./deletePrompts.ts";
import type { Deletion } from "./planDeletion.ts";

/** Deletes prompts, and their folder if it is not null. A notice offers to undo that if possible. Rejects if it fails. */
export async function deleteWithUndo(
  promptStore: PromptStore,
  deletion: Deletion,
  folder: Folder | null,
): Promise<void> {
  const undo = await deletePrompts(promptStore, deletion, folder?.id ?? null);
  if (!undo) return;
  const name = folder ? getFolderName(folder) : (deletion.removedPrompts[0]?.name ?? "");
  notifyUndoable({
    kind: folder ? "deletePromptFolders" : "deletePrompts",
    ids: folder ? [folder.id] : deletion.removedPrompts.map(({ id }) => id),
    describe: (count) => {
      if (count === 1) return t`“${name}” deleted.`;
      return folder
        ? plural(count, { one: "# folder deleted.", other: "# folders deleted." })
        : plural(count, { one: "# prompt deleted.", other: "# prompts deleted." });
    },
    undo,
  });
}
