import type { AssistantDefinition, Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useDialogs } from "../../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { useIsNarrow } from "../../../lib/device.ts";
import { ErrorView } from "../../../ui/ErrorView.tsx";
import { isComposing } from "../../../ui/isComposing.ts";
import { placeInDialogFoot } from "../../../ui/notices/placeInDialogFoot.ts";
import { useNoticeTopic } from "../../../ui/notices/useNoticeTopic.ts";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import { AssistantLoadFailed } from "../editor/AssistantLoadFailed.tsx";
import { CheckStatus } from "../editor/CheckStatus.tsx";
import { EditorDialogs } from "../editor/EditorDialogs.tsx";
import { EditorTools } from "../editor/EditorTools.tsx";
import { AssistantPlaceField } from "../editor/fields/AssistantPlaceField.tsx";
import { TryButton } from "../editor/TryButton.tsx";
import { useAssistantEditor } from "../editor/useAssistantEditor.ts";
import { useEditedAssistant } from "../editor/useEditedAssistant.ts";
import { useSaveShortcut } from "../editor/useSaveShortcut.ts";
import { ReadOnlyAssistant } from "../editor/versions/ReadOnlyAssistant.tsx";
import { EditorWithTrial } from "../trial/EditorWithTrial.tsx";
import classes from "./Admin.module.css";
import { useEditorGuard } from "./editorGuard.ts";
import { useEditorFocus } from "./useEditorFocus.ts";

interface EditorPanelProps {
  /** Null: a new assistant. */
  assistantId: string | null;
  group: Group;
  /** Called when the new assistant has been saved and is edited further, in this editor if `isOpen`. */
  onCreated: (assistantId: string, isOpen: boolean) => void;
  onClose: () => void;
}

/** Edits an assistant of a group. Once a new one is saved, its form stays, with the focus and the trial chat. */
export function EditorPanel({ assistantId, onCreated, ...props }: EditorPanelProps) {
  const [wasNew] = useState(assistantId === null);
  if (wasNew || assistantId === null) return <EditorForm {...props} definition={null} onCreated={onCreated} />;
  return <SavedAssistantPanel {...props} assistantId={assistantId} />;
}

interface SavedAssistantPanelProps {
  assistantId: string;
  group: Group;
  onClose: () => void;
}

function SavedAssistantPanel({ assistantId, group, onClose }: SavedAssistantPanelProps) {
  const { edited, readOnly, error, retry } = useEditedAssistant(assistantId);
  const { name } = group;
  const showAll = <Button onClick={onClose}>{t`Show all assistants`}</Button>;
  const assistant = edited ?? readOnly?.assistant;
  if (assistant && assistant.group?.id !== group.id)
    return <ErrorView title={t`This assistant doesn’t belong to “${name}”.`} lines={[]} actions={showAll} />;
  if (edited) return <EditorForm group={group} definition={edited} onClose={onClose} />;
  return (
    <div className={classes.scroll}>
      {readOnly ? (
        <ReadOnlyAssistant assistant={readOnly.assistant} definition={readOnly.definition} />
      ) : error ? (
        <AssistantLoadFailed error={error} onRetry={retry}>
          {showAll}
        </AssistantLoadFailed>
      ) : (
        <ListSkeleton label={t`Loading the assistant`} />
      )}
    </div>
  );
}

interface EditorFormProps {
  group: Group;
  definition: AssistantDefinition | null;
  onCreated?: EditorPanelProps["onCreated"];
  onClose: () => void;
}

function EditorForm({ group, onCreated, onClose, ...source }: EditorFormProps) {
  const { user } = useWorkspace();
  const isNarrow = useIsNarrow();
  useNoticeTopic("assistant");
  const editor = useAssistantEditor(
    { userId: user.id, definition: source.definition, group },
    { onSaved: onClose, onClose, ...(onCreated ? { onCreated } : {}) },
  );
  const { definition } = editor;
  useEditorGuard(editor.requestClose);
  const isDialogAbove = useDialogs(({ isOpen }) => isOpen);
  useSaveShortcut(editor, !isDialogAbove, editor.saveAndStay);
  useEditorFocus(editor);
  const saveOnCtrlEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
    event.preventDefault();
    if (!event.repeat && !editor.isSaving) editor.save();
  };
  return (
    <form
      className={classes.form}
      aria-label={definition ? t`Edit assistant` : t`New assistant`}
      noValidate
      onKeyDown={saveOnCtrlEnter}
      onSubmit={(event) => {
        event.preventDefault();
        if (!editor.isSaving) editor.save();
      }}
    >
      <div className={classes.scroll}>
        <div className={classes.column}>
          <EditorWithTrial
            editor={editor}
            tools={
              definition ? (
                <EditorTools editor={editor} definition={definition} onDeleted={onClose} />
              ) : (
                <AssistantPlaceField editor={editor} />
              )
            }
          />
        </div>
      </div>
      <div ref={placeInDialogFoot} className={classes.foot}>
        <CheckStatus editor={editor} />
        {/* First, so that nothing moves when it appears. */}
        <TryButton editor={editor} />
        {/* A narrow screen has the button that leads back above the fields. */}
        {!isNarrow && (
          <Button variant="default" onClick={editor.close}>
            {editor.isChanged ? t`Cancel` : t`Close`}
          </Button>
        )}
        {editor.canPublish && (
          <Button
            variant="default"
            disabled={editor.lossReason !== null || editor.isSaving}
            onClick={editor.saveAndPublish}
          >
            {t`Save and publish`}
          </Button>
        )}
        <Button type="submit" loading={editor.isSaving} disabled={editor.lossReason !== null}>
          {t`Save`}
        </Button>
      </div>
      <EditorDialogs editor={editor} />
    </form>
  );
}
