import { type AssistantState, type Conversation, cancelOpenSteps, type Message, type Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { isOffline } from "../../../lib/network.ts";
import { getChosenAssistantId } from "../../assistants/assistantChoice.ts";
import { waitsForBrowser } from "../../codeInterpreter/pythonCode.ts";
import { isBypassed, isEmptyAnswer } from "../../conversations/messageTree.ts";
import { mayBeStructured } from "../answer/mayBeStructured.ts";
import { createVersion, isAsTyped } from "../answer/messageText.ts";
import { toAnswer } from "../answer/reply.ts";
import type { RequestForm } from "../answer/structuredForm.ts";
import { getChatTexts } from "../chatErrorTexts.ts";
import { buildChatRequest, getNextParentId } from "../sending/chatRequest.ts";
import { composeMessage, composePlainMessage } from "../sending/composeMessage.ts";
import { type MessageContent, type MessageDraft, pickDraftData, toMessageContent } from "../sending/messageDraft.ts";
import { ActiveRun, getOfflineProblem, type RunOutcome, type SendOutcome, type SendProblem } from "./activeRun.ts";
import {
  applyDecisions,
  type ContinuePost,
  type ContinueProblem,
  type RunSteps,
  type StepDecision,
  toContinuedMessage,
} from "./continuePost.ts";
import { isUnprocessed, processAnswers } from "./processAnswers.ts";
import type { RunDependencies } from "./runDependencies.ts";
import { createRunStore, type RunStore } from "./runStore.ts";

/** Requests, reads and stops the answers of all conversations. Exists as long as the page. */
export interface ChatRuns {
  readonly store: RunStore;
  /**
   * Sends a draft as the next message and starts the answer. Resolves when the outcome for the message is known; the
   * answer continues after that.
   */
  startTurn(conversation: Conversation, model: Model, draft: MessageDraft): Promise<SendOutcome>;
  /** True while a message of the conversation is being prepared or answered. */
  isBusy(conversationId: string): boolean;
  /**
   * Sends an edited text of the user's `message`, with its documents, as a new version. The old version and the
   * messages after it stay. Resolves when the outcome for the message is known.
   */
  sendInPlaceOf(conversation: Conversation, model: Model, message: Message, text: string): Promise<SendOutcome>;
  /** Requests another answer in place of `answer`. `sendsAllMessages`: no earlier message is left out. */
  answerAgain(
    conversation: Conversation,
    model: Model,
    answer: Message,
    options?: { sendsAllMessages?: boolean },
  ): Promise<SendOutcome>;
  /**
   * Continues an answer that waits for approvals, with a decision for each waiting step. Resolves to null as soon as it
   * continues, here or in another tab, or else to why it could not. Its text is then unchanged. `runSteps` runs those that
   * a browser runs; meanwhile the answer is shown as being written.
   */
  continueAnswer(
    conversation: Conversation,
    answer: Message,
    decisions: StepDecision[],
    runSteps?: RunSteps,
  ): Promise<ContinueProblem | null>;
  /**
   * Asks for the rest of an answer that ended before it was complete. Appends to the same message. If that is not
   * possible, shows why, and the answer stays as it is.
   */
  continuePartial(conversation: Conversation, model: Model, answer: Message): Promise<void>;
  /**
   * Resumes reading the last answer if its run may not have ended: after a reload, or in a second tab. Processes answers
   * that ended without an open browser.
   */
  resume(conversation: Conversation): void;
  /**
   * Asks the server to stop. The answer ends within 1000 ms. Resolves when the conversation can be changed; immediately
   * if this tab does not read an answer in it.
   */
  stop(conversationId: string): Promise<void>;
  /** Calls `observer` for each run. Returns the function that removes the observer. */
  observe(observer: RunObserver): () => void;
  showVersion(conversationId: string, headId: string): Promise<void>;
  /** Saves the local answers as received so far, before the page may be unloaded. */
  saveProgress(): void;
}

export interface RunObserver {
  onStart?(conversationId: string, requestId: string): void;
  /** Called after the run has been removed from the store. */
  onEnd?(conversationId: string, requestId: string, outcome: RunOutcome): void;
}

interface NewTurn {
  conversation: Conversation;
  model: Model;
  /** The user's message; `isNew`: the conversation does not have it yet. */
  userMessage: Message;
  isNew: boolean;
  /** Failed answers without text, which this turn replaces. */
  supersededIds: readonly string[];
  /** True if no earlier message is left out. */
  sendsAllMessages?: boolean;
}

/** The pauses before it is read how another tab has just continued an answer. */
const decidedDelaysMs: readonly number[] = [0, 100, 200, 400, 800, 1_600];
/** The same if the other tab has decided earlier, or nobody can decide any more. */
const lostDelaysMs: readonly number[] = [0, 200, 600];
/** Shown if something that a message needs, such as its prefix prompts, could not be loaded. */
const getNotPreparedText = () =>
  t`The message wasn’t sent because something it needs couldn’t be loaded. Try again, or reload the page.`;

/** `dependencies` is called each time: its result may change while answers are being written. */
export function createChatRuns(dependencies: () => RunDependencies, store: RunStore = createRunStore()): ChatRuns {
  const activeRuns = new Map<string, ActiveRun>();
  const observers = new Set<RunObserver>();
  /** The ids of conversations whose next message is being composed. */
  const preparingIds = new Set<string>();

  /** The ids of answers that this page has already tried to process. */
  const processedIds = new Set<string>();

  const isConversationBusy = ({ id }: Conversation) => activeRuns.has(id) || preparingIds.has(id);

  /**
   * Marks the conversation as busy while its message is being prepared. If preparing fails, for example without a
   * network, nothing is sent.
   */
  async function runPreparation<T>({ id }: Conversation, work: () => Promise<T>): Promise<T | SendProblem> {
    preparingIds.add(id);
    try {
      return await work();
    } catch (error) {
      if (error instanceof RangeError) {
        const { message: reason } = error;
        return { problem: t`${reason} The message wasn’t sent.` };
      }
      return isOffline() ? getOfflineProblem() : { problem: getNotPreparedText() };
    } finally {
      preparingIds.delete(id);
    }
  }

  /** Registers a run until `work`, which reads the run to its end, is done. */
  async function trackRun(conversationId: string, requestId: string, run: ActiveRun, work: () => Promise<RunOutcome>) {
    activeRuns.set(conversationId, run);
    for (const { onStart } of observers) onStart?.(conversationId, requestId);
    const outcome = await work().finally(() => activeRuns.delete(conversationId));
    for (const { onEnd } of observers) onEnd?.(conversationId, requestId, outcome);
  }

  const showProblem = ({ id }: Conversation, { problem }: SendProblem) => dependencies().showError(id, problem);

  /** Gives the conversation the tags of its assistant. Resolves to it, or to null after it showed a problem. */
  async function giveTags(conversation: Conversation, newTags: readonly string[]): Promise<Conversation | null> {
    const result = await runPreparation(conversation, async () => {
      await dependencies().addTags(conversation.id, newTags);
      return { ...conversation, tags: [...conversation.tags, ...newTags] };
    });
    if (!("problem" in result)) return result;
    showProblem(conversation, result);
    return null;
  }

  async function submit(
    conversation: Conversation,
    model: Model,
    draft: MessageDraft,
    parentId: string | null,
  ): Promise<SendOutcome> {
    if (isConversationBusy(conversation)) return "returned";
    // Before the message is composed, because prefix prompts apply by tags.
    const newTags = dependencies().getNewTags(conversation);
    if (newTags.length > 0) {
      const tagged = await giveTags(conversation, newTags);
      return tagged ? submit(tagged, model, draft, parentId) : "returned";
    }
    const { tags } = conversation;
    const composeResult =
      composePlainMessage(draft, tags) ??
      (await runPreparation(conversation, () => composeMessage(draft, tags, dependencies().applyPrefixPrompts)));
    if ("problem" in composeResult) {
      showProblem(conversation, composeResult);
      return "returned";
    }
    const userMessage = createUserMessage(composeResult.content, parentId);
    return startRun({ conversation, model, userMessage, isNew: true, supersededIds: [] });
  }

  async function startRun(turn: NewTurn): Promise<SendOutcome> {
    const { conversation, model, userMessage, sendsAllMessages = false } = turn;
    if (isConversationBusy(conversation)) return "returned";
    const newTags = dependencies().getNewTags(conversation);
    if (newTags.length > 0) {
      const tagged = await giveTags(conversation, newTags);
      return tagged ? startRun({ ...turn, conversation: tagged }) : "returned";
    }
    const assistantId = getChosenAssistantId(conversation);
    dependencies().closeErrors(conversation.id);
    if (dependencies().endpoint.trim() === "") {
      dependencies().showError(conversation.id, getChatTexts().endpointMissing);
      return "returned";
    }
    const isPlain = !mayBeStructured(userMessage.label) && conversation.tags.length === 0;
    const processing = isPlain
      ? noProcessing
      : await runPreparation(conversation, () => loadProcessing(userMessage, conversation.tags, dependencies()));
    if ("problem" in processing) {
      showProblem(conversation, processing);
      return "returned";
    }
    const { form, needsProcessing } = processing;
    const codeInterpreter = assistantId === null ? dependencies().getCodeInterpreterUse() : "absent";
    if (codeInterpreter === "on") {
      const prepared = await runPreparation(conversation, () => dependencies().prepareCodeInterpreter(conversation));
      if (prepared) {
        showProblem(conversation, prepared);
        return "returned";
      }
    }
    const requestId = crypto.randomUUID();
    const assistantState = dependencies().getAssistantState(conversation);
    const placeholder = createPlaceholder(userMessage, model, requestId, { needsProcessing, assistantState });
    const run = new ActiveRun(dependencies, store, conversation, placeholder, requestId);
    const buildBody = (current: Conversation) =>
      buildChatRequest({
        ...getTimeFields(),
        conversation: current,
        userMessage,
        model,
        requestId,
        replyId: placeholder.id,
        form,
        needsProcessing,
        assistantId,
        canMakeArtifacts: dependencies().canMakeArtifacts(),
        usesMemory: dependencies().usesMemory(),
        focusesMessages: !sendsAllMessages && dependencies().focusesMessages(),
        usesSummaries: dependencies().usesSummaries(),
        skipsSearch: dependencies().skipsSearch(),
        codeInterpreter,
      });
    const outcome = Promise.withResolvers<SendOutcome>();
    void trackRun(conversation.id, requestId, run, () =>
      run.post({ ...turn, assistantId, buildBody, reportOutcome: outcome.resolve }),
    );
    return outcome.promise;
  }

  function resume(conversation: Conversation): void {
    const head = conversation.messages.find(({ id }) => id === conversation.headId);
    const requestId = head?.data.run?.requestId;
    if (head?.role !== "assistant" || head.data.end || !requestId) return;
    if (activeRuns.has(conversation.id) || store.getState().lostRequestIds.has(requestId)) return;
    const run = new ActiveRun(dependencies, store, conversation, head, requestId);
    void trackRun(conversation.id, requestId, run, () => run.resume());
  }

  /** Continues an answer as another run of the same message. Resolves to why it could not; null if it continues. */
  async function continueAsRun(
    conversation: Conversation,
    answer: Message,
    createPost: (runId: string, requestId: string) => Omit<ContinuePost, "reportProblem">,
  ): Promise<ContinueProblem | null> {
    const runId = answer.data.run?.requestId;
    if (!runId || isConversationBusy(conversation)) return null;
    const requestId = crypto.randomUUID();
    const run = new ActiveRun(dependencies, store, conversation, toContinuedMessage(answer, requestId), requestId);
    const report = Promise.withResolvers<ContinueProblem | null>();
    const post = createPost(runId, requestId);
    const tracked = trackRun(conversation.id, requestId, run, () =>
      run.continueAnswer({ ...post, reportProblem: report.resolve }),
    );
    const problem = await report.promise;
    if (problem === null) return null;
    await tracked;
    if (problem.kind === "temporary") return problem;
    const delaysMs = problem.kind === "lost" ? lostDelaysMs : decidedDelaysMs;
    return (await followDecided(conversation, answer.id, runId, delaysMs)) ? null : problem;
  }

  async function continuePartial(conversation: Conversation, model: Model, answer: Message): Promise<void> {
    const userMessage = conversation.messages.find(({ id }) => id === answer.parentId);
    if (!userMessage) return;
    dependencies().closeErrors(conversation.id);
    const problem = await continueAsRun(conversation, answer, (_, requestId) => ({
      getBody: async () =>
        buildChatRequest({
          ...getTimeFields(),
          ...{ conversation, userMessage, model, requestId },
          replyId: answer.id,
          form: null,
          needsProcessing: answer.data.needsProcessing === true,
          assistantId: getChosenAssistantId(conversation),
          partialAnswer: answer,
          canMakeArtifacts: dependencies().canMakeArtifacts(),
          usesMemory: dependencies().usesMemory(),
          usesSummaries: dependencies().usesSummaries(),
          skipsSearch: dependencies().skipsSearch(),
          codeInterpreter: dependencies().getCodeInterpreterUse(),
        }),
      answer: toAnswer(answer),
      unchangedOutcome: "withdrawn",
    }));
    if (problem) dependencies().showError(conversation.id, t`The answer wasn’t continued`, { details: problem.text });
  }

  async function continueAnswer(
    conversation: Conversation,
    answer: Message,
    decisions: StepDecision[],
    runSteps: RunSteps = async () => [],
  ): Promise<ContinueProblem | null> {
    const ownSteps = (answer.data.steps ?? []).filter(waitsForBrowser);
    const shown = [...decisions, ...ownSteps.map(({ id }) => ({ stepId: id, isApproved: true }))];
    const problem = await continueAsRun(conversation, answer, (runId, requestId) => ({
      getBody: async (signal) => ({
        continueRun: { runId, requestId, decisions: [...decisions, ...(await runSteps(signal))] },
      }),
      answer: applyDecisions(toAnswer(answer), shown),
      unchangedOutcome: "waiting",
    }));
    if (!problem || problem.kind === "temporary") return problem;
    // Only this browser has a local conversation, so nothing can continue the answer any more.
    if (problem.kind === "lost" && conversation.isLocal) await cancelApprovals(conversation, answer);
    return problem;
  }

  async function cancelApprovals({ id, isLocal }: Conversation, answer: Message): Promise<void> {
    const { steps = [], ...data } = answer.data;
    const cancelledAnswer = { ...answer, data: { ...data, steps: cancelOpenSteps(steps) } };
    await dependencies()
      .turns.saveAnswer(id, cancelledAnswer, isLocal)
      .catch((error: unknown) => console.error("The end of an approval could not be saved.", error));
  }

  /**
   * Follows an answer that another tab or device has continued. Returns false if it is not known how: the other tab
   * stores that a moment after the server has accepted the decisions.
   */
  async function followDecided(
    { id }: Conversation,
    answerId: string,
    runId: string,
    delaysMs: readonly number[],
  ): Promise<boolean> {
    for (const waitMs of delaysMs) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      const current = await dependencies()
        .turns.reload(id)
        .catch(() => null);
      const answer = current?.messages.find((message) => message.id === answerId);
      if (!current || answer?.data.run?.requestId === runId) continue;
      resume(current);
      return true;
    }
    return false;
  }

  return {
    store,
    continueAnswer,
    continuePartial,
    startTurn: (conversation, model, draft) => submit(conversation, model, draft, getNextParentId(conversation)),
    isBusy: (conversationId) => activeRuns.has(conversationId) || preparingIds.has(conversationId),
    sendInPlaceOf: (conversation, model, message, text) => {
      if (!isAsTyped(message))
        return startRun({
          conversation,
          model,
          userMessage: createVersion(message, text),
          isNew: true,
          supersededIds: [],
        });
      const { dataSources = [], templateData } = message.data;
      return submit(conversation, model, { text, dataSources, type: message.type, templateData }, message.parentId);
    },
    answerAgain: async (conversation, model, answer, { sendsAllMessages = false } = {}) => {
      const userMessage = conversation.messages.find(({ id }) => id === answer.parentId);
      if (!userMessage) return "returned";
      const supersededIds = isEmptyAnswer(answer) ? [answer.id] : [];
      // The conversation continues after this answer. Repeat the question at the end, so that no later message is
      // hidden.
      if (isBypassed(conversation, answer)) {
        const { content, label, type, data } = userMessage;
        const repeatedContent = {
          ...toMessageContent({ text: content, label, type }),
          data: pickDraftData(data),
        };
        return startRun({
          conversation,
          model,
          userMessage: createUserMessage(repeatedContent, getNextParentId(conversation)),
          isNew: true,
          supersededIds,
          sendsAllMessages,
        });
      }
      return startRun({ conversation, model, userMessage, isNew: false, supersededIds, sendsAllMessages });
    },
    resume: (conversation) => {
      const unprocessedIds = conversation.messages.filter(isUnprocessed).map(({ id }) => id);
      if (unprocessedIds.some((id) => !processedIds.has(id)) && !isConversationBusy(conversation)) {
        for (const id of unprocessedIds) processedIds.add(id);
        void processAnswers(conversation, dependencies).then((isRead) => {
          if (!isRead) for (const id of unprocessedIds) processedIds.delete(id);
        });
      }
      resume(conversation);
    },
    stop: async (conversationId) => {
      const run = activeRuns.get(conversationId);
      run?.stop();
      await run?.released;
    },
    observe: (observer) => {
      observers.add(observer);
      return () => observers.delete(observer);
    },
    showVersion: (conversationId, headId) => dependencies().turns.showVersion(conversationId, headId),
    saveProgress: () => {
      for (const run of activeRuns.values()) run.saveProgress();
    },
  };
}

function createUserMessage(content: MessageContent, parentId: string | null): Message {
  return { id: crypto.randomUUID(), parentId, role: "user", ...content, createdAt: new Date().toISOString() };
}

interface Processing {
  /** The requested form of the answer; null: any. */
  form: RequestForm | null;
  /** True if the answer has to be checked or changed after its end. */
  needsProcessing: boolean;
}

const noProcessing: Processing = { form: null, needsProcessing: false };

async function loadProcessing(
  { label = "" }: Message,
  tags: readonly string[],
  { hasOutputTransformers }: RunDependencies,
): Promise<Processing> {
  const form = mayBeStructured(label) ? (await import("../answer/structuredForm.ts")).getRequestForm(label) : null;
  // If the prompts cannot be loaded now, they may be when the answer has ended.
  const needsProcessing = form !== null || (await hasOutputTransformers(tags).catch(() => true));
  return { form, needsProcessing };
}

function createPlaceholder(
  userMessage: Message,
  model: Model,
  requestId: string,
  { needsProcessing, assistantState }: { needsProcessing: boolean; assistantState: AssistantState | null },
): Message {
  return {
    id: crypto.randomUUID(),
    parentId: userMessage.id,
    role: "assistant",
    content: "",
    data: {
      run: { requestId },
      modelName: model.name,
      ...(needsProcessing ? { needsProcessing } : {}),
      // Names the author also if the answer fails before its first event.
      ...(assistantState ? { state: assistantState } : {}),
    },
    createdAt: new Date().toISOString(),
  };
}

function getTimeFields(): { time: string; timeZone: string } {
  return { time: new Date().toISOString(), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}
