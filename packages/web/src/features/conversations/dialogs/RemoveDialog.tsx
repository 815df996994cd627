import { plural, t } from "@lingui/core/macro";
import { useRef, useState } from "react";
import { useAnsweredCount } from "../../../entities/chat/activity/useAnswerActivity.ts";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import type { BulkOptions } from "../../../entities/conversations/store/conversationActions.ts";
import { getFolderName } from "../../../entities/prompts/getFolderName.ts";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { notifyFailure, notifyInfo } from "../../../ui/notices/notify.tsx";
import { cleanUpTexts } from "./cleanUp.ts";
import type { SidebarQuestion } from "./dialogs.ts";
import { notifyBulkFailures } from "./notifyBulkFailures.ts";
import { isUndoable, prepareRemovalNotice } from "./undoRemoval.ts";

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
      const notifyRemoval = prepareRemovalNotice(store);
      const ids = conversations.map(({ id }) => id);
      const work: BulkOptions = {
        onProgress: (done, total) => setProgress({ done, total }),
        signal: controller.signal,
      };
      const { copies, ...outcome } = canUndo(question)
        ? await store.removeWithCopies(ids, work)
        : { ...(await store.removeMany(ids, work)), copies: null };
      chat.forget(outcome.done);
      notifyBulkFailures(outcome, (names) => t`Couldn’t delete ${names}.`);
      const isComplete = outcome.failed.length === 0 && !outcome.isCancelled;
      // Conversations that could not be deleted must not lose their folder.
      if (question.kind === "removeFolder" && isComplete) await promptStore.removeFolder(question.folder.id);
      onRemoved(outcome.done);
      notifyRemoval({ ...outcome, conversations, copies });
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
          ? buildProgressText(progress)
          : [buildMessage(question), ...(answeredCount > 0 ? [describeAnswered(answeredCount)] : [])].join(" ")
      }
      confirmLabel={getTitle(question)}
      cancelLabel={isLong ? t`Stop` : t`Cancel`}
      isDestructive
      isBusy={isBusy}
      onConfirm={() => void removeAll()}
      onCancel={() => (isBusy ? removalControllerRef.current?.abort() : onClose())}
    />
  );
}

const describeAnswered = (count: number) =>
  plural(count, {
    one: "The answer that is being written will be stopped.",
    other: "# answers that are being written will be stopped.",
  });

function buildProgressText({ done, total }: { done: number; total: number }): string {
  const doneCount = formatNumber(done);
  const totalCount = formatNumber(total);
  return t`Deleting ${doneCount} of ${totalCount}…`;
}

const canUndo = ({ kind, conversations }: RemoveQuestion) => kind === "remove" && isUndoable(conversations);

function getTitle({ kind, conversations }: RemoveQuestion): string {
  if (kind === "removeFolder") return t`Delete folder`;
  if (kind === "cleanConversations") return t`Delete empty chats`;
  return plural(conversations.length, { one: "Delete chat", other: "Delete chats" });
}

function buildMessage(question: RemoveQuestion): string {
  const { kind, conversations } = question;
  const count = conversations.length;
  if (kind === "removeFolder") {
    const name = getFolderName(question.folder);
    if (count === 0) return t`The empty folder “${name}” will be deleted.`;
    return plural(count, {
      one: `“${name}” and the chat in it will be deleted, with all messages. This can’t be undone.`,
      other: `“${name}” and the # chats in it will be deleted, with all messages. This can’t be undone.`,
    });
  }
  if (kind === "cleanConversations") {
    return plural(count, {
      one: "# chat has no messages and will be deleted. This can’t be undone.",
      other: "# chats have no messages and will be deleted. This can’t be undone.",
    });
  }
  const [firstConversation] = conversations;
  const firstName = firstConversation ? getConversationName(firstConversation) : "";
  if (canUndo(question)) {
    return plural(count, {
      one: `“${firstName}” will be deleted with all its messages.`,
      other: "# chats will be deleted with all their messages.",
    });
  }
  return plural(count, {
    one: `“${firstName}” will be deleted with all its messages. This can’t be undone.`,
    other: "# chats will be deleted with all their messages. This can’t be undone.",
  });
}
