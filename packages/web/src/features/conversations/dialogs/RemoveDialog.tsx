import { useRef, useState } from "react";
import { useAnsweredCount } from "../../../entities/chat/activity/useAnswerActivity.ts";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { notifyFailure, notifyInfo, notifySuccess } from "../../../ui/notices/notify.tsx";
import { cleanUpTexts } from "./cleanUp.ts";
import type { SidebarQuestion } from "./dialogs.ts";
import { formatCount } from "./formatCount.ts";
import { notifyBulkFailures } from "./notifyBulkFailures.ts";

type RemoveQuestion = Extract<SidebarQuestion, { kind: "remove" | "removeFolder" | "cleanConversations" }>;

interface RemoveDialogProps {
  isOpen: boolean;
  question: RemoveQuestion;
  onClose: () => void;
  onRemoved: (ids: readonly string[]) => void;
}

/**
 * Deletes conversations, or a folder with its conversations, after confirmation. Shows the progress, with a button to
 * stop.
 */
export function RemoveDialog({ isOpen, question, onClose, onRemoved }: RemoveDialogProps) {
  const { store } = useConversationStore();
  const chat = useChat();
  const answeredCount = useAnsweredCount(question.conversations);
  const promptStore = usePromptStore();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const removalControllerRef = useRef<AbortController | null>(null);
  const { conversations } = question;

  const removeAll = async () => {
    const controller = new AbortController();
    removalControllerRef.current = controller;
    setProgress({ done: 0, total: conversations.length });
    if (question.kind === "cleanConversations") notifyInfo("cleanUp", cleanUpTexts.removingConversations);
    try {
      await Promise.all(conversations.map(({ id }) => chat.stop(id)));
      const outcome = await store.removeMany(
        conversations.map(({ id }) => id),
        { onProgress: (done, total) => setProgress({ done, total }), signal: controller.signal },
      );
      chat.forget(outcome.done);
      notifyBulkFailures(outcome, "deleted");
      const isComplete = outcome.failed.length === 0 && !outcome.isCancelled;
      // Conversations that could not be deleted must not lose their folder.
      if (question.kind === "removeFolder" && isComplete) await promptStore.removeFolder(question.folder.id);
      if (outcome.isCancelled) notifyInfo("removal", buildStoppedText(outcome.done.length, conversations.length));
      else if (conversations.length > 1 && isComplete) {
        notifySuccess(`${formatCount(outcome.done.length, "conversation")} deleted.`);
      }
      onRemoved(outcome.done);
    } catch (error) {
      notifyFailure(error);
    } finally {
      removalControllerRef.current = null;
      setProgress(null);
      onClose();
    }
  };
  const isBusy = progress !== null;
  const isLong = isBusy && progress.total > 1;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={getTitle(question)}
      message={
        isLong
          ? `Deleting ${progress.done.toLocaleString("en-US")} of ${progress.total.toLocaleString("en-US")}…`
          : [buildMessage(question), ...(answeredCount > 0 ? [describeAnswered(answeredCount)] : [])].join(" ")
      }
      confirmLabel="Delete"
      cancelLabel={isLong ? "Stop" : "Cancel"}
      isDestructive
      isBusy={isBusy}
      onConfirm={() => void removeAll()}
      onCancel={() => (isBusy ? removalControllerRef.current?.abort() : onClose())}
    />
  );
}

const describeAnswered = (count: number) =>
  count === 1
    ? "The answer that is being written will be stopped."
    : `${count} answers that are being written will be stopped.`;

const buildStoppedText = (done: number, total: number) =>
  `Stopped: ${done.toLocaleString("en-US")} of ${formatCount(total, "conversation")} deleted.`;

function getTitle({ kind, conversations }: RemoveQuestion): string {
  if (kind === "removeFolder") return "Delete folder";
  if (kind === "cleanConversations") return "Clean up empty conversations";
  return conversations.length === 1 ? "Delete conversation" : "Delete conversations";
}

function buildMessage(question: RemoveQuestion): string {
  const { kind, conversations } = question;
  const count = conversations.length;
  if (kind === "removeFolder") {
    const { name } = question.folder;
    if (count === 0) return `The empty folder “${name}” will be deleted.`;
    return `“${name}” will be deleted, and ${formatCount(count, "conversation")} in it will be deleted too, with all messages. This cannot be undone.`;
  }
  if (kind === "cleanConversations") {
    return `${formatCount(count, "conversation")} ${count === 1 ? "has" : "have"} no messages and will be deleted. This cannot be undone.`;
  }
  const [firstConversation] = conversations;
  return count === 1 && firstConversation
    ? `“${firstConversation.name}” will be deleted with all its messages. This cannot be undone.`
    : `${formatCount(count, "conversation")} will be deleted with all their messages. This cannot be undone.`;
}
