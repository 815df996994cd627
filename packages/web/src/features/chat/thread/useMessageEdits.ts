import type { Message } from "@lectern/contract";
import { useRef, useState } from "react";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { showChatError } from "../../../entities/chat/chatNotices.ts";
import { getOpenEditIds, readEdits, writeEdit } from "../editor/editDrafts.ts";
import type { MessageEditing } from "../editor/messageEditing.ts";
import type { ChatThreadProps } from "./threadProps.ts";

interface MessageEdits {
  /** The ids of the messages that are being edited. */
  editingIds: ReadonlySet<string>;
  /** The value of `MessageEditingContext`. */
  editing: MessageEditing;
  open: (messageId: string) => void;
}

interface EditsOptions extends ChatThreadProps {
  sendBlockedReason: string | null;
  saveBlockedReason: string | null;
  /** Follows the answer to a question that replaces `question`. */
  followAnswer: (question: Message) => void;
  /** Returns the focus to a message whose editor has closed. */
  focusMessage: (messageId: string) => void;
  /** Replaces the text of a message. Resolves to false if the text was not replaced. */
  overwrite: (message: Message, text: string) => Promise<boolean>;
}

/** Manages the open editors of a thread: which messages are being edited, and how their texts are submitted. */
export function useMessageEdits(options: EditsOptions): MessageEdits {
  const { conversation, model, userId, followAnswer, focusMessage, overwrite } = options;
  const { runs, queue } = useChat();
  const { id, messages } = conversation;
  const [editingIds, setEditingIds] = useState(() => getOpenEditIds(readEdits(userId, id), messages));
  const openedIdRef = useRef<string | null>(null);
  /** The text field that had the focus when an editor was opened; null if the focus was elsewhere. */
  const previousFocusRef = useRef<Element | null>(null);
  const [consumeFocus] = useState(() => (messageId: string) => {
    const isOpened = openedIdRef.current === messageId;
    if (isOpened) openedIdRef.current = null;
    return isOpened;
  });
  const add = (messageId: string) => setEditingIds((ids) => new Set([...ids, messageId]));
  const close = (messageId: string) => setEditingIds((ids) => new Set([...ids].filter((other) => other !== messageId)));
  const send = async (message: Message, text: string) => {
    if (!model) return;
    close(message.id);
    followAnswer(message);
    queue.hold(id);
    const outcome = await runs.sendInPlaceOf(conversation, model, message, text);
    // Delete the stored text only if the server has accepted the message or the conversation contains it.
    if (outcome === "accepted" || outcome === "stored") writeEdit(userId, id, message.id, null);
    if (outcome === "returned") add(message.id);
  };
  const save = async (message: Message, text: string) => {
    if (!(await overwrite(message, text))) return;
    close(message.id);
    focusMessage(message.id);
  };
  return {
    editingIds,
    editing: {
      userId,
      conversationId: id,
      maxLength: model?.inputContextWindow ?? null,
      sendBlockedReason: options.sendBlockedReason,
      saveBlockedReason: options.saveBlockedReason,
      showError: showChatError,
      consumeFocus,
      finish: (message, text, kind) => void (kind === "send" ? send(message, text) : save(message, text)),
      cancel: (messageId) => {
        close(messageId);
        const previousFocus = previousFocusRef.current;
        if (previousFocus instanceof HTMLElement && previousFocus.isConnected)
          previousFocus.focus({ preventScroll: true });
        else focusMessage(messageId);
      },
    },
    open: (messageId) => {
      const focused = document.activeElement;
      previousFocusRef.current = focused instanceof HTMLTextAreaElement ? focused : null;
      openedIdRef.current = messageId;
      add(messageId);
    },
  };
}
