import { type Conversation, defaultConversationName } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { QueryClient } from "@tanstack/react-query";
import { notifyError } from "../../ui/notices/notify.tsx";
import { getAssistantState, getNewTags } from "../assistants/conversationAssistant.ts";
import { assistantKeys } from "../assistants/useAssistants.ts";
import { closeInterpreter } from "../codeInterpreter/interpreterPool.ts";
import { createLocalFileSweeper } from "../codeInterpreter/localFiles.ts";
import { prepareCodeInterpreter } from "../codeInterpreter/prepareCodeInterpreter.ts";
import { getConversationName } from "../conversations/getConversationName.ts";
import { conversationKeys } from "../conversations/store/conversationCache.ts";
import type { ConversationStore } from "../conversations/store/conversationStore.ts";
import { removeRunning } from "../conversations/store/runningQuery.ts";
import type { StoredSummary } from "../conversations/storedSummary.ts";
import { flagsQuery } from "../flags/useFlag.ts";
import { readPluginSources } from "../plugins/pluginStates.ts";
import { getPluginUse, isPluginOn, isSwitchedOff } from "../plugins/plugins.ts";
import type { PromptStore } from "../prompts/store/promptStore.ts";
import { applyOutputTransformers, applyPrefixPrompts, hasOutputTransformers } from "../prompts/use/applyPrompts.ts";
import { getAccessToken, refreshSession } from "../session/session.ts";
import { readUserSettings } from "../settings/userSettings.ts";
import { openConversation, readRoute } from "../shell/routes.ts";
import { type AnswerMarks, createAnswerMarks } from "./activity/answerMarks.ts";
import { dropGoneMarks } from "./activity/dropGoneMarks.ts";
import { keepInCache } from "./activity/keepInCache.ts";
import { createRunRecords, type RunRecords } from "./activity/runRecords.ts";
import { visibility } from "./activity/visibleConversation.ts";
import { getMark, watchAnswers } from "./activity/watchAnswers.ts";
import { type BrowserSteps, createBrowserSteps } from "./browserSteps/createBrowserSteps.ts";
import { closeAnswerNotice, closeChatErrors, showAnswerError, showHiddenChatError } from "./chatNotices.ts";
import { createMessageQueue, type MessageQueue } from "./queue/messageQueue.ts";
import { createQueuedMessages, type QueuedMessages } from "./queue/queuedMessages.ts";
import { type AutomaticRetries, createAutomaticRetries } from "./retries/automaticRetries.ts";
import { type ChatRuns, createChatRuns } from "./runs/chatRuns.ts";
import type { ErrorDetails, RunDependencies } from "./runs/runDependencies.ts";
import { createStreamGate } from "./runs/streamGate.ts";
import type { AsideOptions, AsideQuestion } from "./sending/askAside.ts";
import { askAboutCost } from "./sending/costRequests.ts";
import { checkDraft, createSend, readConversationAssistant } from "./sending/createSend.ts";
import { isNewConversation } from "./sending/isNewConversation.ts";
import type { OutgoingDraft } from "./sending/messageDraft.ts";
import { sendOrReturn } from "./sending/sendOrReturn.ts";
import type { SendResult } from "./sending/sendResult.ts";

/** One person's chat: sends messages and runs their answers. */
export interface Chat {
  readonly runs: ChatRuns;
  readonly marks: AnswerMarks;
  readonly records: RunRecords;
  readonly queue: MessageQueue;
  readonly queuedMessages: QueuedMessages;
  readonly retries: AutomaticRetries;
  readonly browserSteps: BrowserSteps;
  /** Follows other tabs and the answers of hidden conversations until the returned function is called. */
  connect(): () => void;
  /**
   * Stops the answer of a conversation, also if another tab reads it. Resolves when the conversation can be changed.
   */
  stop(conversationId: string): Promise<void>;
  /** Removes what this browser has stored for deleted conversations. */
  forget(conversationIds: readonly string[]): void;
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
  /** Asks a model for a text that is no message: see `askAside`. Its code is loaded at first use. */
  askAside: (question: AsideQuestion, options: AsideOptions) => Promise<string>;
  /**
   * Calls `listener` for each message that is sent. `isAutomatic`: it had been waiting for the end of an answer. Returns
   * the function that removes the listener.
   */
  onSend(listener: SendListener): () => void;
}

type SendListener = (conversationId: string, isAutomatic: boolean) => void;

export interface ChatOptions {
  userId: string;
  /** The URL that chats are posted to; empty if the administrator has set none. */
  getEndpoint: () => string;
  store: ConversationStore;
  promptStore: PromptStore;
  cache: QueryClient;
}

export function createChat({ userId, getEndpoint, store, promptStore, cache }: ChatOptions): Chat {
  const readSources = () => readPluginSources(userId, cache.getQueryData(flagsQuery.queryKey));
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
    getAccessToken: (rejectedToken) => getAccessToken(userId, rejectedToken),
    onUnauthenticated: () => void refreshSession(),
    showError,
    showRejection,
    closeErrors: (conversationId) => {
      closeAnswerNotice(conversationId);
      if (visibility.isVisible(conversationId)) closeChatErrors();
    },
    showLastingError: (text, details) => notifyError(text, { reason: details }),
    applyPrefixPrompts: (text, tags) => applyPrefixPrompts(promptStore, text, tags),
    hasOutputTransformers: (tags) => hasOutputTransformers(promptStore, tags),
    applyOutputTransformers: (answer, tags) => applyOutputTransformers(promptStore, answer, tags),
    getNewTags: (conversation) => getNewTags(readConversationAssistant(cache, conversation), conversation),
    getAssistantState: (conversation) =>
      getAssistantState(readConversationAssistant(cache, conversation), conversation),
    usesMemory: () =>
      cache.getQueryData(flagsQuery.queryKey)?.memory === true && readUserSettings(userId).featureOptions.includeMemory,
    usesSummaries: () => readUserSettings(userId).summarizesLongChats,
    canMakeArtifacts: () => isPluginOn("artifacts", readSources()),
    focusesMessages: () => isPluginOn("smart-focused-messages", readSources()),
    skipsSearch: () => isSwitchedOff("rag", readSources()),
    getCodeInterpreterUse: () => getPluginUse("code-interpreter", readSources()),
    prepareCodeInterpreter: (conversation) => prepareCodeInterpreter(store, conversation),
    async addTags(conversationId, tags) {
      const { failed } = await store.changeTags([conversationId], { add: tags });
      for (const { error } of failed) throw error;
    },
    onAssistantRefused: () => void cache.invalidateQueries({ queryKey: assistantKeys.all }),
    streamGate: createStreamGate(visibility, navigator.locks),
    locks: navigator.locks,
  };
  const runs = createChatRuns(() => ({ ...dependencies, endpoint: getEndpoint() }));
  const listeners = new Set<SendListener>();
  const checkAndSend = createSend({ userId, cache, runs });
  const sendAndNotify = (draft: OutgoingDraft, isAutomatic: boolean): SendResult => {
    const result = checkAndSend(draft);
    if (result.status === "sent") for (const listener of listeners) listener(draft.conversationId, isAutomatic);
    return result;
  };
  const load = (id: string) =>
    cache.fetchQuery({
      queryKey: conversationKeys.one(userId, id),
      queryFn: () => store.read(id),
      staleTime: Number.POSITIVE_INFINITY,
      networkMode: "always",
      retry: false,
    });
  const marks = createAnswerMarks(userId, visibility);
  const queuedMessages = createQueuedMessages(userId);
  const queue = createMessageQueue({
    userId,
    messages: queuedMessages,
    runs,
    check: (draft) => {
      const checked = checkDraft({ userId, cache }, draft);
      return "reason" in checked ? checked : null;
    },
    send: sendAndNotify,
    load,
    isRetried: (id) => retries.store.getState()[id] !== undefined,
    showError,
    async askAboutCost(id, text) {
      if (visibility.isVisible(id)) return askAboutCost(text);
      // The person is asked when they send it.
      showError(id, t`The queued message wasn’t sent.`, { details: text });
      return false;
    },
    locks: navigator.locks,
  });
  const retries = createAutomaticRetries({
    runs,
    readConversation: (id) => cache.getQueryData<Conversation>(conversationKeys.one(userId, id)),
    onGivenUp: (id) => queue.hold(id),
  });
  const localFiles = createLocalFileSweeper(userId, {
    listIds: async () => new Set((await store.list()).map(({ id }) => id)),
    findUsers: async (keys) => {
      const { findLocalUsers } = await import("../codeInterpreter/conversationFiles.ts");
      return findLocalUsers(store, keys);
    },
  });
  const browserSteps = createBrowserSteps({
    ...{ userId, runs, load },
    reload: (id) => store.reload(id),
    showError: (id, { text }) => showError(id, t`The answer couldn’t be continued`, { details: text }),
    locks: navigator.locks,
  });
  const records = createRunRecords({
    userId,
    runs,
    locks: navigator.locks,
    async resume(id, requestId) {
      const conversation = await load(id);
      runs.resume(conversation);
      if (runs.isBusy(id)) return;
      // The answer has ended while no page was open.
      const mark = getMark(conversation.messages.find(({ data }) => data.run?.requestId === requestId)?.data.end);
      if (mark !== null) marks.add(id, mark);
      throw new Error("The run has ended.");
    },
  });
  const getName = (id: string) => {
    const summaries = cache.getQueryData<StoredSummary[]>(conversationKeys.list(userId));
    return getConversationName(summaries?.find((summary) => summary.id === id) ?? { name: defaultConversationName });
  };
  const send = (draft: OutgoingDraft): SendResult => {
    // What waited for an earlier answer must not follow this message unasked.
    if (!runs.isBusy(draft.conversationId)) queue.hold(draft.conversationId);
    return sendAndNotify(draft, false);
  };
  return {
    runs,
    marks,
    records,
    queue,
    queuedMessages,
    retries,
    browserSteps,
    connect() {
      const connections = [
        marks.connect(),
        dropGoneMarks(cache, userId, marks),
        keepInCache(cache, userId, runs),
        // Before the queue, which may start the next run.
        watchAnswers({ runs, marks, getName, isContinued: (id) => queue.isContinued(id) }),
        records.connect(),
        // Before the queue, which waits for a retry.
        retries.connect(),
        queue.connect(),
        browserSteps.connect(),
        localFiles.connect(),
        runs.observe({ onEnd: (_, requestId) => removeRunning(userId, cache, requestId) }),
      ];
      return () => {
        for (const disconnect of connections) disconnect();
      };
    },
    async stop(conversationId) {
      const isElsewhere = !runs.isBusy(conversationId) && records.store.getState()[conversationId] !== undefined;
      if (isElsewhere) runs.resume(await load(conversationId));
      await runs.stop(conversationId);
    },
    forget(conversationIds) {
      marks.remove(conversationIds);
      queue.clear(conversationIds);
      for (const id of conversationIds) closeInterpreter(id);
      localFiles.sweepLater();
    },
    send,
    askAside: async (question, options) => {
      const { askAside } = await import("./sending/askAside.ts");
      return askAside({ endpoint: getEndpoint(), userId }, question, options);
    },
    sendOrReturn: (draft) => sendOrReturn(userId, send, draft),
    onSend(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function showError(conversationId: string, text: string, details: ErrorDetails = {}): void {
  if (visibility.isVisible(conversationId)) showAnswerError(text, details);
  else showHiddenChatError(conversationId, text, details.details ?? null);
}

/** In a conversation that is seen, the answer's card says it, and screen readers announce it: a notice would repeat it. */
function showRejection(conversationId: string, text: string): void {
  if (visibility.isVisible(conversationId)) closeChatErrors();
  else showHiddenChatError(conversationId, t`No answer received`, text);
}
