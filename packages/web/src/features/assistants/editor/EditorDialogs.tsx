import { t } from "@lingui/core/macro";
import { LoadingOverlay } from "../../../ui/LoadingOverlay.tsx";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { toContent } from "./draft/assistantDraft.ts";
import type { AssistantEditor } from "./useAssistantEditor.ts";
import { ConflictDialog } from "./versions/ConflictDialog.tsx";

/** What covers the editor: saving, conflicts, and the question before unsaved changes are discarded. */
export function EditorDialogs({ editor }: { editor: AssistantEditor }) {
  const { conflict, documents } = editor;
  return (
    <>
      {editor.isSaving && <LoadingOverlay message={editor.savingText} isBlocking />}
      {conflict && (
        <ConflictDialog
          isOpen={!editor.isSaving}
          newest={conflict}
          base={editor.ownBase && toContent(editor.ownBase)}
          merged={toContent(editor.rebase(conflict), documents.added)}
          onSaveOnTop={() => editor.saveOnTop(conflict)}
          onTakeTheirs={() => editor.takeTheirs(conflict)}
          onKeepEditing={editor.closeConflict}
        />
      )}
      <ConfirmDialog
        isOpen={editor.isConfirmingDiscard}
        title={t`Unsaved changes`}
        message={t`Your changes to this assistant haven’t been saved.`}
        confirmLabel={t`Discard changes`}
        cancelLabel={t`Keep editing`}
        isDestructive
        onConfirm={editor.discardAndClose}
        onCancel={editor.keepEditing}
      />
    </>
  );
}
