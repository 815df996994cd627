import type { Message } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { type KeyboardEvent, use, useEffect, useRef, useState } from "react";
import { getEditableText } from "../../../entities/chat/answer/messageText.ts";
import { formatMessageLimit, isRejectedChange } from "../../../entities/chat/sending/messageLimit.ts";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { isMobile, isSendingKey } from "../composer/sendingKey.ts";
import { useAutosize } from "../composer/useAutosize.ts";
import { useLimitedText } from "../composer/useLimitedText.tsx";
import classes from "./MessageEditor.module.css";
import { type EditKind, type MessageEditing, MessageEditingContext } from "./messageEditing.ts";
import { useEditDraft } from "./useEditDraft.ts";

interface MessageEditorProps {
  message: Message;
  /** What the primary button and Enter do. */
  kind: EditKind;
  /** True if a message that can be sent again can also be saved as it is. */
  canAlsoSave?: boolean;
}

/** The editor that is shown in place of a message. Its code is loaded when the first editor opens. */
export function MessageEditor(props: MessageEditorProps) {
  const editing = use(MessageEditingContext);
  return editing && <EditorBox {...props} editing={editing} />;
}

function EditorBox({ message, kind, canAlsoSave = false, editing }: MessageEditorProps & { editing: MessageEditing }) {
  const { userId, conversationId, maxLength, showError } = editing;
  const original = getEditableText(message);
  const { text, setText, save, discard } = useEditDraft(userId, conversationId, message.id, original);
  const [isConfirmingDiscard, setIsConfirmingDiscard] = useState(false);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const limitedText = useLimitedText({ fieldRef, text, setText, maxLength, showError });
  useAutosize(fieldRef, text);
  useFocusWhenOpened(fieldRef, editing, message.id);
  const isEmpty = text.trim() === "";
  const blockedReasons = { send: editing.sendBlockedReason, save: editing.saveBlockedReason };
  const getBlockedReason = (editKind: EditKind) => (isEmpty ? t`Write something first` : blockedReasons[editKind]);

  const cancel = () => {
    discard();
    editing.cancel(message.id);
  };
  const confirmCancel = () => (text === original ? cancel() : setIsConfirmingDiscard(true));
  const submit = (editKind: EditKind = kind) => {
    if (isEmpty) return;
    const blockedReason = getBlockedReason(editKind);
    if (blockedReason !== null) return showError(blockedReason);
    // The server rejects NUL characters, which text pasted from other programs may have.
    const editedText = text.replaceAll("\0", "").trimEnd();
    if (editKind === "save" && editedText === original) return cancel();
    // An answer may already exceed the message limit. Such an answer must not become longer.
    if (isRejectedChange(editKind === "send" ? "" : original, editedText, maxLength)) {
      return showError(formatMessageLimit(maxLength ?? 0, editedText.length));
    }
    save();
    editing.finish(message, editedText, editKind);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, keyCode } = event;
    const { isComposing } = event.nativeEvent;
    if (key === "Escape" && !isComposing) {
      event.preventDefault();
      event.stopPropagation();
      return confirmCancel();
    }
    if (!isSendingKey({ key, shiftKey, keyCode, isComposing }, navigator.userAgent)) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      data-message-editor
      className={classes.editor}
      aria-label={message.role === "user" ? t`Edit your message` : t`Edit the answer`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {limitedText.rejectedInsertionNotice}
      <textarea
        ref={fieldRef}
        className={classes.field}
        dir="auto"
        rows={1}
        aria-label={t`Message text`}
        enterKeyHint={isMobile(navigator.userAgent) ? "enter" : "done"}
        value={text}
        onChange={limitedText.change}
        onKeyDown={onKeyDown}
      />
      <div className={classes.buttons}>
        <Button variant="default" size="xs" onClick={confirmCancel}>
          {t`Cancel`}
        </Button>
        {canAlsoSave && (
          <SubmitButton
            label={t`Save`}
            blockedReason={getBlockedReason("save")}
            variant="default"
            onClick={() => submit("save")}
          />
        )}
        <SubmitButton label={kind === "send" ? t`Save & Submit` : t`Save`} blockedReason={getBlockedReason(kind)} />
      </div>
      <ConfirmDialog
        isOpen={isConfirmingDiscard}
        title={t`Discard your changes?`}
        message={t`Your changes to this message will be lost.`}
        confirmLabel={t`Discard changes`}
        cancelLabel={t`Keep editing`}
        isDestructive
        onConfirm={cancel}
        onCancel={() => setIsConfirmingDiscard(false)}
      />
    </form>
  );
}

interface SubmitButtonProps {
  label: string;
  /** The reason why the control is disabled; null if it is enabled. */
  blockedReason: string | null;
  variant?: "default" | "filled";
  /** Absent: the button submits the form. */
  onClick?: () => void;
}

function SubmitButton({ label, blockedReason, variant = "filled", onClick }: SubmitButtonProps) {
  return (
    <Button
      {...(onClick ? { onClick } : { type: "submit" })}
      variant={variant}
      size="xs"
      className={classes.submit}
      aria-disabled={blockedReason !== null || undefined}
      title={blockedReason ?? undefined}
    >
      {label}
    </Button>
  );
}

/**
 * Focuses an editor that the person has opened, with the caret at the end, and scrolls all of it into view. An editor
 * that was restored after a reload is not focused.
 */
function useFocusWhenOpened(
  fieldRef: { current: HTMLTextAreaElement | null },
  { consumeFocus }: MessageEditing,
  messageId: string,
): void {
  useEffect(() => {
    const field = fieldRef.current;
    if (!field || !consumeFocus(messageId)) return;
    field.focus({ preventScroll: true });
    field.setSelectionRange(field.value.length, field.value.length);
    field.form?.scrollIntoView({ block: "nearest" });
    // In a low window the form may be higher than the area that scrolls.
    field.scrollIntoView({ block: "nearest" });
  }, [fieldRef, consumeFocus, messageId]);
}
