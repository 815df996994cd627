import { type Conversation, getBranch, type Message, removeMessageFromTree } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import type { ConversationStore } from "../../../entities/conversations/store/conversationStore.ts";
import type { ConfirmDialogProps } from "../../../ui/modal/confirmDialogProps.ts";
import { notifyFailure, notifySuccess, notifyUndoable } from "../../../ui/notices/notify.tsx";
import { writeEdit } from "../editor/editDrafts.ts";
import { replaceMessageText } from "./replaceMessageText.ts";

/** The conversation that an operation changes, and how to ask the person for confirmation. */
export interface OperationContext {
  conversation: Conversation;
  userId: string;
  store: ConversationStore;
  /** Shows a confirmation dialog, or updates the one that is shown. */
  setQuestion: (question: ConfirmDialogProps) => void;
  focusMessage: (messageId: string) => void;
}

type Choice = "confirm" | "cancel" | "close";

/**
 * Deletes a message. Asks for confirmation if this also deletes other messages. A notice offers to undo the deletion.
 * Never rejects.
 */
export async function removeMessage(context: OperationContext, message: Message): Promise<void> {
  const { conversation, store, focusMessage } = context;
  const remainingIds = new Set(removeMessageFromTree(conversation, message.id).messages.map(({ id }) => id));
  const removedIds = conversation.messages.map(({ id }) => id).filter((id) => !remainingIds.has(id));
  const count = removedIds.length;
  if (count > 1) {
    const question = askQuestion(context, {
      title: t`Delete this version?`,
      message: describeFollowing(count - 1),
      confirmLabel: t`Delete`,
      isDestructive: true,
    });
    const choice = await question.choice;
    question.close();
    if (choice !== "confirm") return;
  }
  const branch = getBranch(conversation.messages, conversation.headId);
  const index = branch.findIndex(({ id }) => id === message.id);
  const neighbour = branch[index - 1] ?? branch[index + 1];
  try {
    const undo = await store.removeMessage(conversation.id, message.id);
    notifyUndoable({
      kind: `removeMessages:${conversation.id}`,
      ids: removedIds,
      describe: (total) => plural(total, { one: "The message was deleted.", other: "# messages were deleted." }),
      undo,
    });
    // The focused message no longer exists.
    if (neighbour) focusMessage(neighbour.id);
  } catch (error) {
    notifyFailure(error);
  }
}

/** Asks if a copy should be saved, then replaces the text of a message. Returns false if the text was not replaced. */
export async function overwriteMessage(context: OperationContext, message: Message, text: string): Promise<boolean> {
  const { conversation, userId, store } = context;
  const question = askQuestion(context, {
    title: t`Save a Copy of the Conversation?`,
    message: t`The message will be overwritten in this chat; the answers stay. Save a copy to keep the chat as it is now.`,
    confirmLabel: t`Save Copy`,
    cancelLabel: t`Overwrite Only`,
    isCancelAChoice: true,
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
    if (choice === "confirm") notifySuccess(t`A copy of the original chat is in your list.`);
    return true;
  } catch (error) {
    notifyFailure(error);
    return false;
  } finally {
    question.close();
  }
}

interface QuestionOptions extends Pick<ConfirmDialogProps, "title" | "message" | "isDestructive"> {
  confirmLabel: string;
  cancelLabel?: string;
  /** True if the cancel button is a choice of its own, so that closing the dialog is a third choice. */
  isCancelAChoice?: boolean;
}

function askQuestion({ setQuestion }: OperationContext, { isCancelAChoice = false, ...texts }: QuestionOptions) {
  const { promise: choice, resolve } = Promise.withResolvers<Choice>();
  const showQuestion = (isOpen: boolean, isBusy: boolean) =>
    setQuestion({
      ...texts,
      isOpen,
      isBusy,
      onConfirm: () => resolve("confirm"),
      onCancel: () => resolve("cancel"),
      ...(isCancelAChoice ? { onClose: () => resolve("close") } : {}),
    });
  showQuestion(true, false);
  return { choice, wait: () => showQuestion(true, true), close: () => showQuestion(false, false) };
}

function describeFollowing(followingCount: number): string {
  return plural(followingCount, {
    one: "The message that follows will be deleted too. Other versions of the message stay.",
    other: "The # messages that follow will be deleted too. Other versions of the message stay.",
  });
}
