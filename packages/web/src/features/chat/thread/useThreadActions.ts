import { findNewestLeaf, getBranch, type Message, type Model } from "@lectern/contract";
import { useLayoutEffect, useRef, useState } from "react";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { RetryCounter } from "../ending/automaticRetry.ts";
import type { ThreadActions } from "../messages/threadActions.ts";
import type { ChatThreadProps } from "./threadProps.ts";

interface ThreadActionOptions extends ChatThreadProps {
  isStreaming: boolean;
  scrollToEnd: () => void;
  reveal: (messageId: string) => void;
  openEditor: (messageId: string) => void;
  remove: (message: Message) => void;
  fork: (message: Message) => void;
}

/** Returns the actions on messages. The functions are stable. */
export function useThreadActions(options: ThreadActionOptions): ThreadActions {
  const { runs, queue } = useChat();
  const latestOptionsRef = useRef(options);
  useLayoutEffect(() => {
    latestOptionsRef.current = options;
  });
  const [retryCounter] = useState(() => new RetryCounter());
  const [actions] = useState((): ThreadActions => {
    const requestAgain = (answer: Message, requestedModel?: Model) => {
      const { conversation, model: ownModel } = latestOptionsRef.current;
      const model = requestedModel ?? ownModel;
      if (!model) return;
      queue.hold(conversation.id);
      void runs.answerAgain(conversation, model, answer);
    };
    return {
      answerAgain: (answer, requestedModel) => {
        const { model, scrollToEnd } = latestOptionsRef.current;
        if (requestedModel ?? model) scrollToEnd();
        requestAgain(answer, requestedModel);
      },
      mayRetry: (answer) => retryCounter.hasRetries(answer),
      retry: (answer) => {
        retryCounter.count(answer);
        requestAgain(answer);
      },
      continueAnswer: (answer, decisions) =>
        runs.continueAnswer(latestOptionsRef.current.conversation, answer, decisions),
      showVersion: (messageId) => {
        const { conversation } = latestOptionsRef.current;
        void runs.showVersion(conversation.id, findNewestLeaf(conversation.messages, messageId));
      },
      openAppLink: (href) => latestOptionsRef.current.onAppLink(href),
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
      download: (message) => {
        const { name } = latestOptionsRef.current.conversation;
        void import("./downloadMessage.ts").then(({ downloadMessage }) => downloadMessage(message, name));
      },
    };
  });
  return actions;
}
