import type { AssistantDefinition } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconHistory, IconLink, IconShare, IconTrash } from "@tabler/icons-react";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { copyAssistantLink } from "../copyAssistantLink.ts";
import { ConfirmDeletion } from "../deletion/ConfirmDeletion.tsx";
import { toContent, toDraft } from "./draft/assistantDraft.ts";
import type { AssistantEditor } from "./useAssistantEditor.ts";
import { useSaveAssistant } from "./useSaveAssistant.ts";
import { VersionHistory } from "./versions/VersionHistory.tsx";

interface EditorToolsProps {
  editor: AssistantEditor;
  definition: AssistantDefinition;
  /** Called when the assistant has been deleted. */
  onDeleted: () => void;
}

/** What can be done with a saved assistant besides editing it. */
export function EditorTools({ editor, definition, onDeleted }: EditorToolsProps) {
  const { assistantId, group, owner } = definition;
  const { tool, setTool, savedName } = editor;
  const { save, isSaving, conflict, closeConflict } = useSaveAssistant();
  const close = () => {
    closeConflict();
    setTool(null);
  };
  const restore = async (earlier: AssistantDefinition) => {
    const content = toContent(toDraft(earlier));
    const groupId = group?.id ?? null;
    // Who has been told of a newer version and restores again has decided.
    const baseVersion = conflict?.latestVersion ?? editor.draftState.baseVersion;
    const { draftId } = editor.draftState;
    const saved = await save({ content, assistantId, groupId, baseVersion, isPublished: null, draftId });
    if (!saved) return;
    close();
    // Restoring leaves the publication as it is, which somebody else may have changed since the editor was opened.
    const { isPublished } = conflict ?? editor.ownBase ?? definition;
    editor.showRestored({ ...earlier, isPublished, version: saved.version });
  };
  return (
    <>
      {editor.lossReason === null && (
        <ToolButtons definition={definition} name={savedName} isPublished={editor.isPublished} onOpen={setTool} />
      )}
      <VersionHistory
        isOpen={tool === "history"}
        assistantId={assistantId}
        isRestoring={isSaving}
        conflict={conflict}
        onClose={close}
        onRestore={(earlier) => void restore(earlier)}
      />
      <ConfirmDeletion
        place="editor"
        assistants={tool === "deletion" ? [{ assistantId, name: savedName, owner }] : null}
        onClose={close}
        onDeleted={() => {
          editor.discard();
          onDeleted();
        }}
      />
    </>
  );
}

interface ToolButtonsProps {
  definition: AssistantDefinition;
  name: string;
  isPublished: boolean;
  onOpen: (tool: "history" | "deletion") => void;
}

function ToolButtons({ definition, name, isPublished, onOpen }: ToolButtonsProps) {
  const { assistantId, noShare, noDelete, group } = definition;
  return (
    <>
      <IconButton name={t`History`} size={28} onClick={() => onOpen("history")}>
        <IconHistory size={16} aria-hidden />
      </IconButton>
      {!noShare && group === null && (
        <IconButton name={t`Share`} size={28} onClick={() => openDialog("assistantShare", { assistantId, name })}>
          <IconShare size={16} aria-hidden />
        </IconButton>
      )}
      {group !== null && isPublished && (
        <IconButton name={t`Copy link`} size={28} onClick={() => void copyAssistantLink(assistantId)}>
          <IconLink size={16} aria-hidden />
        </IconButton>
      )}
      {!noDelete && (
        <IconButton name={t`Delete`} size={28} onClick={() => onOpen("deletion")}>
          <IconTrash size={16} aria-hidden />
        </IconButton>
      )}
    </>
  );
}
