import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { getAssistantDraftKey, useAssistantDraftKeys } from "../../../entities/assistants/assistantDrafts.ts";
import { discardAssistantDraft } from "../../../entities/assistants/discardAssistantDraft.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { LoadingOverlay } from "../../../ui/LoadingOverlay.tsx";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { type AssistantName, type DeletionPlace, deleteAssistants } from "./deleteAssistants.ts";
import { describeDeletion } from "./describeDeletion.ts";

interface ConfirmDeletionProps {
  /** Null: the dialog is closed. */
  assistants: readonly AssistantName[] | null;
  place: DeletionPlace;
  onClose: () => void;
  onDeleted?: (assistantIds: readonly string[]) => void;
}

const nothingShown = { assistants: [], message: "" };

/** Asks before assistants are deleted. */
export function ConfirmDeletion({ assistants, place, onClose, onDeleted }: ConfirmDeletionProps) {
  const { user } = useWorkspace();
  const [isDeleting, setIsDeleting] = useState(false);
  // While the dialog fades out, it shows what it asked.
  const [shown, setShown] = useState<{ assistants: readonly AssistantName[]; message: string }>(nothingShown);
  const draftKeys = useAssistantDraftKeys(user.id);
  if (assistants && assistants !== shown.assistants) {
    const hasDraft = assistants.some(({ assistantId }) => draftKeys.includes(getAssistantDraftKey(assistantId, null)));
    setShown({ assistants, message: describeDeletion(assistants, hasDraft) });
  }
  const confirm = async () => {
    setIsDeleting(true);
    const deletedIds = await deleteAssistants(shown.assistants, place);
    for (const assistantId of deletedIds) discardAssistantDraft(user.id, assistantId);
    setIsDeleting(false);
    onClose();
    if (deletedIds.length > 0) onDeleted?.(deletedIds);
  };
  const title = plural(shown.assistants.length, { one: "Delete assistant", other: "Delete # assistants" });
  return (
    <>
      <ConfirmDialog
        isOpen={assistants !== null}
        title={title}
        message={shown.message}
        confirmLabel={title}
        isDestructive
        isBusy={isDeleting}
        onConfirm={() => void confirm()}
        onCancel={onClose}
      />
      {isDeleting && <LoadingOverlay message={t`Deleting assistant...`} />}
    </>
  );
}
