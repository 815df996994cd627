import type { QueryClient } from "@tanstack/react-query";
import { notifyError } from "../../ui/notices/notify.tsx";
import type { ConversationStore } from "../conversations/store/conversationStore.ts";
import type { PromptStore } from "../prompts/store/promptStore.ts";
import { applyOutputTransformers, applyPrefixPrompts, hasOutputTransformers } from "../prompts/use/applyPrompts.ts";
import { getAccessToken, refreshSession } from "../session/session.ts";
import { openConversation, readRoute } from "../shell/routes.ts";
import { closeChatErrors, showChatError } from "./chatNotices.ts";
import { type ChatRuns, createChatRuns } from "./runs/chatRuns.ts";
import type { RunDependencies } from "./runs/runDependencies.ts";
import { createSend } from "./sending/createSend.ts";
import { isNewConversation } from "./sending/isNewConversation.ts";
import type { OutgoingDraft } from "./sending/messageDraft.ts";
import { sendOrReturn } from "./sending/sendOrReturn.ts";
import type { SendResult } from "./sending/sendResult.ts";

/** One person's chat: sends messages and runs their answers. */
export interface Chat {
  readonly runs: ChatRuns;
  /**
   * Sends a message, or returns why it was rejected. The caller keeps the text of a rejected draft, and of a draft
   * whose outcome is `returned`.
   */
  send(draft: OutgoingDraft): SendResult;
  /**
   * Sends a draft that does not come from a message field. If it is not sent, shows why and moves the text to the
   * message field of its conversation.
   */
  sendOrReturn(draft: OutgoingDraft): void;
  /**
   * Calls `listener` with the conversation id of each message that is sent. Returns the function that removes the
   * listener.
   */
  onSend(listener: (conversationId: string) => void): () => void;
}

export interface ChatOptions {
  userId: string;
  /** The URL that chats are posted to; empty if the administrator has set none. */
  getEndpoint: () => string;
  store: ConversationStore;
  promptStore: PromptStore;
  cache: QueryClient;
}

export function createChat({ userId, getEndpoint, store, promptStore, cache }: ChatOptions): Chat {
  const dependencies: Omit<RunDependencies, "endpoint"> = {
    turns: {
      ...store,
      async beginTurn(conversationId, messages, headId) {
        // Put the new conversation's id into the URL. A reload then opens this conversation, and changes in other tabs
        // do not replace it with another draft.
        if (readRoute().conversationId === null && isNewConversation(cache, userId, conversationId))
          openConversation(conversationId, { replace: true });
        return store.beginTurn(conversationId, messages, headId);
      },
      async withdrawTurn(conversationId, ...args) {
        await store.withdrawTurn(conversationId, ...args);
        // Without its first message it is a new conversation again, which has no id in the URL.
        const { page, conversationId: openId } = readRoute();
        if (page === "chat" && openId === conversationId && isNewConversation(cache, userId, conversationId))
          openConversation(null, { replace: true });
      },
    },
    getAccessToken,
    onUnauthenticated: () => void refreshSession(),
    showError: (text, details) => showChatError(text, details),
    closeErrors: closeChatErrors,
    showLastingError: (text, details) => notifyError(text, { reason: details }),
    applyPrefixPrompts: (text, tags) => applyPrefixPrompts(promptStore, text, tags),
    hasOutputTransformers: (tags) => hasOutputTransformers(promptStore, tags),
    applyOutputTransformers: (answer, tags) => applyOutputTransformers(promptStore, answer, tags),
    locks: navigator.locks,
  };
  const runs = createChatRuns(() => ({ ...dependencies, endpoint: getEndpoint() }));
  const listeners = new Set<(conversationId: string) => void>();
  const checkAndSend = createSend({ userId, cache, runs });
  const send = (draft: OutgoingDraft): SendResult => {
    const result = checkAndSend(draft);
    if (result.status === "sent") for (const listener of listeners) listener(draft.conversationId);
    return result;
  };
  return {
    runs,
    send,
    sendOrReturn: (draft) => sendOrReturn(userId, send, draft),
    onSend(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
