import type { AssistantDefinition, AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import type { DialogParams, DialogProps } from "../../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { useNoticeTopic } from "../../../ui/notices/useNoticeTopic.ts";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import { useAssistantStart } from "../chat/useAssistantStart.ts";
import { EditorWithTrial } from "../trial/EditorWithTrial.tsx";
import { AssistantLoadFailed } from "./AssistantLoadFailed.tsx";
import { CheckStatus } from "./CheckStatus.tsx";
import { EditorDialogs } from "./EditorDialogs.tsx";
import { EditorTools } from "./EditorTools.tsx";
import { AssistantPlaceField } from "./fields/AssistantPlaceField.tsx";
import type { FirstField } from "./requestedField.ts";
import { TryButton } from "./TryButton.tsx";
import { useAssistantEditor } from "./useAssistantEditor.ts";
import { useEditedAssistant } from "./useEditedAssistant.ts";
import { useSaveShortcut } from "./useSaveShortcut.ts";
import { ReadOnlyAssistant } from "./versions/ReadOnlyAssistant.tsx";

/** Of the window, as the specification says. */
const width = "60vw";
/** With the trial chat beside the fields. */
const widthWithTrial = "92vw";

/** Edits an assistant of the person, or shows one that they cannot edit. `assistantId` null: a new one. */
export function AssistantEditorDialog({
  assistantId,
  firstField,
  ...props
}: DialogProps & DialogParams["assistantEditor"]) {
  if (assistantId === null) return <EditorDialog {...props} definition={null} />;
  return <SavedAssistantDialog {...props} assistantId={assistantId} firstField={firstField ?? "name"} />;
}

function SavedAssistantDialog({
  assistantId,
  firstField,
  ...props
}: DialogProps & { assistantId: string; firstField: FirstField }) {
  const { edited, readOnly, error, retry } = useEditedAssistant(assistantId);
  if (edited) return <EditorDialog {...props} definition={edited} firstField={firstField} />;
  if (readOnly) return <ReadOnlyDialog {...props} {...readOnly} />;
  return (
    <Modal {...props} title={t`Assistant`} width={width} isWide>
      {error ? (
        <AssistantLoadFailed error={error} onRetry={retry}>
          <Button onClick={props.onClose}>{t`Close`}</Button>
        </AssistantLoadFailed>
      ) : (
        <ListSkeleton label={t`Loading the assistant`} />
      )}
    </Modal>
  );
}

interface ReadOnlyDialogProps extends DialogProps {
  assistant: AssistantSummary;
  definition: AssistantDefinition | null;
}

function ReadOnlyDialog({ isOpen, onClose, assistant, definition }: ReadOnlyDialogProps) {
  const { blockedReason } = useWorkspace();
  const start = useAssistantStart();
  const startChat = () => {
    onClose();
    void start(assistant.assistantId);
  };
  // People who may only chat with it see little more than its description.
  const size = definition ? { width, isWide: true } : { width: "36rem", fitsContent: true };
  return (
    <Modal
      {...size}
      isOpen={isOpen}
      title={assistant.name}
      onClose={onClose}
      actions={
        <Button disabled={blockedReason !== null} title={blockedReason ?? undefined} onClick={startChat}>
          {t`Start chat`}
        </Button>
      }
    >
      <ReadOnlyAssistant assistant={assistant} definition={definition} onClose={onClose} />
    </Modal>
  );
}

interface EditorDialogProps extends DialogProps {
  definition: AssistantDefinition | null;
  firstField?: FirstField;
}

function EditorDialog({ isOpen, onClose, definition, firstField = "name" }: EditorDialogProps) {
  const { user } = useWorkspace();
  useNoticeTopic("assistant", isOpen);
  const editor = useAssistantEditor(
    { userId: user.id, definition, group: null, firstField },
    { onSaved: onClose, onClose },
  );
  useSaveShortcut(editor, isOpen, editor.save);
  return (
    <>
      <Modal
        isOpen={isOpen}
        title={editor.definition ? t`Edit assistant` : t`New assistant`}
        width={editor.isTrying ? widthWithTrial : width}
        isWide
        onClose={editor.close}
        onSubmit={editor.save}
        submitLabel={t`Save`}
        cancelLabel={editor.isChanged ? t`Cancel` : t`Close`}
        isSubmitting={editor.isSaving}
        canSubmit={editor.lossReason === null}
        status={<CheckStatus editor={editor} />}
        actions={<TryButton editor={editor} />}
      >
        <EditorWithTrial
          editor={editor}
          tools={
            editor.definition ? (
              <EditorTools editor={editor} definition={editor.definition} onDeleted={onClose} />
            ) : (
              <AssistantPlaceField editor={editor} onLeave={onClose} />
            )
          }
        />
      </Modal>
      <EditorDialogs editor={editor} />
    </>
  );
}
