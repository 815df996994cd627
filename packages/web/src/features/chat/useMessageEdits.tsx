import type { Message } from "@lectern/contract";
import { type ReactNode, useRef, useState } from "react";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { notifyFailure, notifySuccess } from "../../ui/notify.tsx";
import type { ChatThreadProps } from "./ChatThread.tsx";
import { openEdits, readEdits, writeEdit } from "./editDrafts.ts";
import type { MessageEditing } from "./messageEditing.ts";
import { withEditedText } from "./messageText.ts";

interface MessageEdits {
  /** The messages in whose places editing boxes stand. */
  editingIds: ReadonlySet<string>;
  /** For MessageEditingContext. */
  editing: MessageEditing;
  open: (messageId: string) => void;
  dialog: ReactNode;
}

interface EditsOptions extends ChatThreadProps {
  sendBlockedReason: string | null;
  saveBlockedReason: string | null;
  toEnd: () => void;
  /** Gives the focus back to a message whose box has closed. */
  focusMessage: (messageId: string) => void;
}

/** The messages of a thread that are being edited, and what becomes of their texts. */
export function useMessageEdits(options: EditsOptions): MessageEdits {
  const { conversation, model, runs, userId, alert, toEnd, focusMessage } = options;
  const { id, messages } = conversation;
  const [editingIds, setEditingIds] = useState(() => openEdits(readEdits(userId, id), messages));
  const openedId = useRef<string | null>(null);
  /** Where the focus was when a box was opened from outside its message. */
  const cameFrom = useRef<Element | null>(null);
  const [takesFocus] = useState(() => (messageId: string) => {
    const isIt = openedId.current === messageId;
    if (isIt) openedId.current = null;
    return isIt;
  });
  const saveCopy = useSaveCopy(options, (message) => {
    close(message.id);
    focusMessage(message.id);
  });

  const add = (messageId: string) => setEditingIds((ids) => new Set([...ids, messageId]));
  const close = (messageId: string) => setEditingIds((ids) => new Set([...ids].filter((other) => other !== messageId)));
  const send = async (message: Message, text: string) => {
    if (!model) return;
    close(message.id);
    toEnd();
    const outcome = await runs.sendInPlaceOf(conversation, model, message, text);
    // What only this page has is kept for the next one.
    if (outcome === "accepted" || outcome === "kept") writeEdit(userId, id, message.id, null);
    if (outcome === "returned") add(message.id);
  };
  return {
    editingIds,
    editing: {
      userId,
      conversationId: id,
      maxLength: model?.inputContextWindow ?? null,
      sendBlockedReason: options.sendBlockedReason,
      saveBlockedReason: options.saveBlockedReason,
      alert,
      takesFocus,
      finish: (message, text, kind) => (kind === "send" ? void send(message, text) : saveCopy.ask(message, text)),
      cancel: (messageId) => {
        close(messageId);
        const from = cameFrom.current;
        if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
        else focusMessage(messageId);
      },
    },
    open: (messageId) => {
      const focused = document.activeElement;
      cameFrom.current = focused instanceof HTMLTextAreaElement ? focused : null;
      openedId.current = messageId;
      add(messageId);
    },
    dialog: saveCopy.dialog,
  };
}

interface Asked {
  message: Message;
  text: string;
  isOpen: boolean;
  isSaving: boolean;
}

/** [C2.40, C4.15] Asks whether a copy is kept before a message is overwritten, and does what is chosen. */
function useSaveCopy(
  { conversation: { id }, userId, messageStore }: ChatThreadProps,
  onSaved: (message: Message) => void,
): { ask: (message: Message, text: string) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked((latest) => latest && { ...latest, isOpen: false, isSaving: false });
  const save = async (keepsCopy: boolean) => {
    if (!asked || asked.isSaving) return;
    const { message, text } = asked;
    setAsked({ ...asked, isSaving: true });
    try {
      if (keepsCopy) await messageStore.copy(id);
      const { content, label } = withEditedText(message, text);
      await messageStore.overwriteMessage(id, message.id, content, ...(label === undefined ? [] : [label]));
      writeEdit(userId, id, message.id, null);
      if (keepsCopy) notifySuccess("The conversation as it was is kept as a copy in your list.");
      onSaved(message);
    } catch (error) {
      notifyFailure(error);
    } finally {
      close();
    }
  };
  return {
    ask: (message, text) => setAsked({ message, text, isOpen: true, isSaving: false }),
    dialog: asked && (
      <ConfirmDialog
        isOpen={asked.isOpen}
        title="Save a Copy of the Conversation?"
        message="The message is overwritten in this conversation. A copy keeps the conversation as it is now."
        confirmLabel="Save Copy"
        cancelLabel="Overwrite Only"
        isBusy={asked.isSaving}
        onConfirm={() => void save(true)}
        onCancel={() => void save(false)}
        onClose={() => !asked.isSaving && close()}
      />
    ),
  };
}
