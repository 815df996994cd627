import { findNewestLeaf, getBranch, type Message, type Model } from "@lectern/contract";
import { useLayoutEffect, useRef, useState } from "react";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import type { ThreadActions, ThreadChanges } from "../messages/threadActions.ts";
import type { ChatThreadProps } from "./threadProps.ts";

interface ThreadActionOptions extends ChatThreadProps {
  isStreaming: boolean;
  scrollToEnd: () => void;
  /** Follows the answer that replaces `answer`. */
  followNewVersion: (answer: Message) => void;
  /** Called before an answer is replaced or continued. */
  leaveAnswer: (answer: Message) => void;
  reveal: (messageId: string) => void;
  openEditor: (messageId: string) => void;
  remove: (message: Message) => void;
  fork: (message: Message) => void;
}

/** Returns the actions on messages. The functions are stable. */
export function useThreadActions(options: ThreadActionOptions): ThreadActions & { changes: ThreadChanges } {
  const { runs, queue, browserSteps } = useChat();
  const latestOptionsRef = useRef(options);
  useLayoutEffect(() => {
    latestOptionsRef.current = options;
  });
  const [actions] = useState(() => ({
    openAppLink: (href: string) => latestOptionsRef.current.onAppLink(href),
    download: (message: Message) => {
      const { name } = latestOptionsRef.current.conversation;
      void import("./downloadMessage.ts").then(({ downloadMessage }) => downloadMessage(message, name));
    },
    changes: createChanges(),
  }));
  return actions;

  function answerAgain(answer: Message, requestedModel?: Model, options?: { sendsAllMessages: boolean }): void {
    const { conversation, model: ownModel, followNewVersion, leaveAnswer } = latestOptionsRef.current;
    const model = requestedModel ?? ownModel;
    if (!model) return;
    followNewVersion(answer);
    leaveAnswer(answer);
    queue.hold(conversation.id);
    void runs.answerAgain(conversation, model, answer, options);
  }

  function createChanges(): ThreadChanges {
    return {
      answerAgain,
      answerWithAllMessages: (answer) => answerAgain(answer, undefined, { sendsAllMessages: true }),
      continueAnswer: (answer, decisions) =>
        browserSteps.continueAnswer(latestOptionsRef.current.conversation, answer, decisions),
      continuePartial: (answer) => {
        const { conversation, model, scrollToEnd, leaveAnswer } = latestOptionsRef.current;
        if (!model) return;
        scrollToEnd();
        leaveAnswer(answer);
        queue.hold(conversation.id);
        void runs.continuePartial(conversation, model, answer);
      },
      showVersion: (messageId) => {
        const { conversation } = latestOptionsRef.current;
        void runs.showVersion(conversation.id, findNewestLeaf(conversation.messages, messageId));
      },
      edit: (messageId) => latestOptionsRef.current.openEditor(messageId),
      editLast: () => {
        const { conversation, isStreaming, reveal, openEditor } = latestOptionsRef.current;
        const branch = getBranch(conversation.messages, conversation.headId);
        const last = branch.findLast(({ role }) => role === "user");
        if (!last || isStreaming) return false;
        openEditor(last.id);
        reveal(last.id);
        return true;
      },
      remove: (message) => latestOptionsRef.current.remove(message),
      fork: (message) => latestOptionsRef.current.fork(message),
    };
  }
}
