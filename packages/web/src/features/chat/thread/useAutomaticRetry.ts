import type { Message } from "@lectern/contract";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { usePendingRetry } from "../../../entities/chat/retries/usePendingRetry.ts";
import type { AutomaticRetry } from "../ending/automaticRetry.ts";
import type { ChatThreadProps } from "./threadProps.ts";

interface RetryOptions extends ChatThreadProps {
  /** True if the person is editing a message of the conversation. */
  isEditing: boolean;
  /** Called before an answer is replaced. */
  leaveAnswer: (answer: Message) => void;
}

/** Lets failed answers be requested again by themselves while their conversation is open. Returns the pending retry. */
export function useAutomaticRetry(options: RetryOptions): AutomaticRetry | null {
  const { runs, retries } = useChat();
  const { id } = options.conversation;
  const mayRetry = options.model !== null && options.blockedReason === null && !options.isEditing;
  const latestRef = useRef({ ...options, mayRetry });
  useLayoutEffect(() => {
    latestRef.current = { ...options, mayRetry };
  });
  useEffect(
    () =>
      retries.allow(id, {
        mayRetry: () => latestRef.current.mayRetry,
        // The view stays where it is.
        async retry(answer) {
          const { conversation, model, leaveAnswer } = latestRef.current;
          if (!model) return "returned";
          leaveAnswer(answer);
          return runs.answerAgain(conversation, model, answer);
        },
      }),
    [retries, runs, id],
  );
  useEffect(() => {
    if (!mayRetry) retries.cancel(id);
  }, [retries, id, mayRetry]);
  const pending = usePendingRetry(id);
  return useMemo(
    () => pending && { ...pending, retryNow: () => retries.retryNow(id), cancel: () => retries.cancel(id) },
    [pending, retries, id],
  );
}
