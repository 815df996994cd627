import { type Conversation, getBranch, type Message, removeMessageFromTree } from "@lectern/contract";
import type { ConversationStore } from "../../../entities/conversations/store/conversationStore.ts";
import type { ConfirmDialogProps } from "../../../ui/modal/confirmDialogProps.ts";
import { notifyFailure, notifySuccess, notifyUndoable } from "../../../ui/notices/notify.tsx";
import { writeEdit } from "../editor/editDrafts.ts";
import { replaceMessageText } from "./replaceMessageText.ts";

/** Where the work is done, and who is asked about it. */
export interface OperationContext {
  conversation: Conversation;
  userId: string;
  store: ConversationStore;
  /** Draws a question; null: none. */
  setQuestion: (question: ConfirmDialogProps) => void;
  focusMessage: (messageId: string) => void;
}

type Choice = "confirm" | "cancel" | "close";

/** Deletes a message: what is more than itself is asked for, and all of it can be undone for a while. Never rejects. */
export async function removeMessage(context: OperationContext, message: Message): Promise<void> {
  const { conversation, store, focusMessage } = context;
  const count = conversation.messages.length - removeMessageFromTree(conversation, message.id).messages.length;
  if (count > 1) {
    const question = askQuestion(context, {
      title: "Delete this version?",
      message: describeFollowing(count - 1),
      confirmLabel: "Delete",
      isDestructive: true,
    });
    const choice = await question.choice;
    question.close();
    if (choice !== "confirm") return;
  }
  const thread = getBranch(conversation.messages, conversation.headId);
  const index = thread.findIndex(({ id }) => id === message.id);
  const neighbour = thread[index - 1] ?? thread[index + 1];
  try {
    const undo = await store.removeMessage(conversation.id, message.id);
    notifyUndoable(count === 1 ? "The message was deleted." : `${count} messages were deleted.`, undo);
    // The focus was on what is gone.
    if (neighbour) focusMessage(neighbour.id);
  } catch (error) {
    notifyFailure(error);
  }
}

/** [C2.40, C4.15] Writes another text in the place of a message's, and asks before that whether a copy is kept. False: it was not done. */
export async function overwriteMessage(context: OperationContext, message: Message, text: string): Promise<boolean> {
  const { conversation, userId, store } = context;
  const question = askQuestion(context, {
    title: "Save a Copy of the Conversation?",
    message:
      "The message is overwritten in this conversation; the answers stay. A copy keeps the conversation as it is now.",
    confirmLabel: "Save Copy",
    cancelLabel: "Overwrite Only",
    hasTwoAnswers: true,
  });
  const choice = await question.choice;
  if (choice === "close") {
    question.close();
    return false;
  }
  question.wait();
  try {
    if (choice === "confirm") await store.copy(conversation.id);
    const { content, label } = replaceMessageText(message, text);
    await store.overwriteMessage(conversation.id, message.id, content, ...(label === undefined ? [] : [label]));
    writeEdit(userId, conversation.id, message.id, null);
    if (choice === "confirm") notifySuccess("The conversation as it was is kept as a copy in your list.");
    return true;
  } catch (error) {
    notifyFailure(error);
    return false;
  } finally {
    question.close();
  }
}

interface QuestionTexts extends Pick<ConfirmDialogProps, "title" | "message" | "isDestructive"> {
  confirmLabel: string;
  cancelLabel?: string;
  /** The cancelling button is an answer too; there is another way out. */
  hasTwoAnswers?: boolean;
}

function askQuestion({ setQuestion }: OperationContext, { hasTwoAnswers = false, ...texts }: QuestionTexts) {
  const { promise: choice, resolve } = Promise.withResolvers<Choice>();
  const render = (isOpen: boolean, isBusy: boolean) =>
    setQuestion({
      ...texts,
      isOpen,
      isBusy,
      onConfirm: () => resolve("confirm"),
      onCancel: () => resolve("cancel"),
      ...(hasTwoAnswers ? { onClose: () => resolve("close") } : {}),
    });
  render(true, false);
  return { choice, wait: () => render(true, true), close: () => render(false, false) };
}

function describeFollowing(following: number): string {
  const others = following === 1 ? "The message that follows it goes" : `The ${following} messages that follow it go`;
  return `${others} with it. The other versions of the message stay.`;
}
