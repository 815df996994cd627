import type { Folder, PromptTemplate } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useMemo } from "react";
import { getFolderName } from "../../../entities/prompts/getFolderName.ts";
import { copyPrompt, newPrompt } from "../../../entities/prompts/newPrompt.ts";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import type { PromptStore } from "../../../entities/prompts/store/promptStore.ts";
import { notifyFailure, notifySuccess, notifyUndoable } from "../../../ui/notices/notify.tsx";
import type { PromptDialogRequest } from "./PromptDialogs.tsx";
import type { FolderActions } from "./PromptFolderMenu.tsx";
import type { PromptActions } from "./PromptMenu.tsx";

interface PanelActions {
  promptActions: PromptActions;
  folderActions: FolderActions;
  /** Opens the editor with a new template. */
  create: (folderId: string | null) => void;
  rename: (folderId: string, name: string) => void;
  /** Moves templates and shows a notice with Undo. Rejects if the move could not be stored. */
  moveToFolder: (ids: readonly string[], folderId: string | null) => Promise<void>;
}

/** Returns the actions of the prompt list. A failed action shows a notice, except that `moveToFolder` rejects. */
export function usePromptActions(
  onStart: (prompt: PromptTemplate) => void,
  open: (dialog: PromptDialogRequest) => void,
): PanelActions {
  const promptStore = usePromptStore();
  return useMemo(() => {
    const getState = () => promptStore.state.getState();
    const save = (prompts: readonly PromptTemplate[], successText?: string) =>
      void promptStore
        .savePrompts(prompts)
        .then(() => successText !== undefined && notifySuccess(successText), notifyFailure);
    const saveFolder = (folder: Folder) => void promptStore.saveFolder(folder).catch(notifyFailure);
    const create = (folderId: string | null) =>
      open({ kind: "editor", prompt: newPrompt(getState().prompts, folderId), isNew: true });
    return {
      create,
      promptActions: {
        start: onStart,
        open: (prompt) => open({ kind: "editor", prompt, isNew: false }),
        copy(prompt) {
          const promptCopy = copyPrompt(prompt);
          const { name } = promptCopy;
          save([promptCopy], t`“${name}” was added to your prompts.`);
        },
        move: (prompt) => open({ kind: "move", prompt }),
        hide: (prompt, isHidden) => save([{ ...prompt, data: { ...prompt.data, hidden: isHidden } }]),
        remove: (prompt) => open({ kind: "deletePrompt", prompt }),
      },
      folderActions: {
        add: ({ id }) => create(id),
        pin: (folder, isPinned) => saveFolder({ ...folder, pinned: isPinned }),
        remove: (folder) => open({ kind: "deleteFolder", folder }),
      },
      rename(folderId, name) {
        const folder = getState().folders.find(({ id }) => id === folderId);
        const trimmedName = name.trim();
        if (folder && trimmedName !== "") saveFolder({ ...folder, name: trimmedName });
      },
      async moveToFolder(ids, folderId) {
        const { prompts, folders } = getState();
        const movedPrompts = prompts.filter((prompt) => ids.includes(prompt.id) && prompt.folderId !== folderId);
        const [firstPrompt] = movedPrompts;
        if (!firstPrompt) return;
        await promptStore.savePrompts(movedPrompts.map((prompt) => ({ ...prompt, folderId })));
        const folder = folders.find(({ id }) => id === folderId);
        const folderName = folder ? getFolderName(folder) : null;
        notifyUndoable({
          kind: `movePrompts:${folderId ?? ""}`,
          ids: movedPrompts.map(({ id }) => id),
          describe: (count) => describeMove(firstPrompt.name, count, folderName),
          undo: () => restoreFolders(promptStore, movedPrompts),
        });
      },
    };
  }, [promptStore, onStart, open]);
}

const describeMove = (name: string, count: number, folderName: string | null) =>
  folderName === null
    ? plural(count, {
        one: `“${name}” was removed from its folder.`,
        other: "# prompts were removed from their folders.",
      })
    : plural(count, {
        one: `“${name}” was moved to “${folderName}”.`,
        other: `# prompts were moved to “${folderName}”.`,
      });

/** Moves templates back to their previous folders, without undoing other changes. */
function restoreFolders(promptStore: PromptStore, movedPrompts: readonly PromptTemplate[]): Promise<void> {
  const folderIds = new Map(movedPrompts.map(({ id, folderId }) => [id, folderId]));
  const currentPrompts = promptStore.state.getState().prompts.filter(({ id }) => folderIds.has(id));
  return promptStore.savePrompts(
    currentPrompts.map((prompt) => ({ ...prompt, folderId: folderIds.get(prompt.id) ?? null })),
  );
}
