import {
  type AnswerEnd,
  type ChatRequestInput,
  type Conversation,
  emptyAnswer,
  hasWaitingStep,
  isArtifactRunning,
  type Message,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { CallError } from "../../../lib/callError.ts";
import { isOffline } from "../../../lib/network.ts";
import { OutdatedPageError } from "../../../lib/outdatedPageError.ts";
import { waitsForBrowser } from "../../codeInterpreter/pythonCode.ts";
import { postProcessAnswer } from "../answer/postProcessAnswer.ts";
import { describeStatus, getRefusalNotice, getRefusalReason, toRefusedEnd } from "../answer/refusalReason.ts";
import { interruptedEnd, stoppedEnd, toAnswer, toAnswerMessage } from "../answer/reply.ts";
import { getChatTexts } from "../chatErrorTexts.ts";
import type { HttpError } from "./chatStream.ts";
import { type ContinuePost, toContinueProblem } from "./continuePost.ts";
import type { RunResult } from "./reconnect.ts";
import { RunConnection } from "./runConnection.ts";
import type { RunDependencies } from "./runDependencies.ts";
import type { RunStore } from "./runStore.ts";
import { acquireTurnLock, type TurnLock } from "./turnLock.ts";

/**
 * Where a message is after it was sent. `accepted`: on the server. `stored`: in the conversation, although the server
 * has not accepted it. `unsent`: only in this page, because the server has not accepted it. `returned`: nowhere; the
 * conversation is unchanged and the draft is returned.
 */
export type SendOutcome = "accepted" | "stored" | "unsent" | "returned";

/**
 * How a run ended for this tab: the end of the answer that this tab has saved. `withdrawn`: its message was returned.
 * `waiting`: the answer continues when a person has approved its steps. `inBrowser`: it continues by itself when a browser
 * has run its steps. `elsewhere`: another tab saves the answer, or it
 * is continued after the next sign-in.
 */
export type RunOutcome = AnswerEnd | "withdrawn" | "waiting" | "inBrowser" | "elsewhere";

export interface TurnPost {
  /** The user's message; `isNew`: the conversation does not have it yet. */
  userMessage: Message;
  isNew: boolean;
  /** Failed answers without text, which the new answer replaces. */
  supersededIds: readonly string[];
  /** The assistant that answers; null: none. */
  assistantId: string | null;
  /**
   * Builds the request body once the turn has started. Takes the current conversation, which may have been moved since
   * it was last read.
   */
  buildBody: (current: Conversation) => ChatRequestInput;
  /** Only the first call counts. */
  reportOutcome: (outcome: SendOutcome) => void;
}

const checkpointIntervalMs = 5_000;
const retryDelaysMs: readonly number[] = [100, 200, 400, 800, 1_600];
/** Why a message could not be sent. */
export interface SendProblem {
  /** A sentence for the person. */
  problem: string;
}

/** The problem of a message that could not be sent because the browser is offline. */
export const getOfflineProblem = (): SendProblem => ({
  problem: t`The message wasn’t sent. Send it again when you’re back online.`,
});

/** Runs one answer: requests it or resumes reading it, reads it to its end and saves it. The methods do not throw. */
export class ActiveRun {
  readonly #dependencies: () => RunDependencies;
  readonly #store: RunStore;
  #conversation: Conversation;
  readonly #placeholder: Message;
  readonly #connection: RunConnection;
  readonly #lock: TurnLock;
  readonly #run: { requestId: string; replyId: string };
  /** True once the server has accepted the turn. */
  #isOpen = false;
  readonly #released = Promise.withResolvers<void>();
  #isSettling = false;
  #savedAnswer = emptyAnswer;
  #savePromise: Promise<void> = Promise.resolve();
  #outcome: RunOutcome = "elsewhere";
  /** The work after the answer has been saved. The lock is released when this work has ended. */
  #finishPromise: Promise<unknown> = Promise.resolve();

  constructor(
    dependencies: () => RunDependencies,
    store: RunStore,
    conversation: Conversation,
    assistantMessage: Message,
    requestId: string,
  ) {
    this.#dependencies = dependencies;
    this.#store = store;
    this.#conversation = conversation;
    this.#placeholder = assistantMessage;
    this.#run = { requestId, replyId: assistantMessage.id };
    this.#connection = new RunConnection(dependencies, store, conversation.id, requestId);
    this.#lock = acquireTurnLock(conversation.id, dependencies().locks);
  }

  /** Saves the turn, posts it and reads the answer to its end. */
  async post(turnPost: TurnPost): Promise<RunOutcome> {
    const { userMessage, isNew, buildBody, reportOutcome } = turnPost;
    const { id, headId } = this.#conversation;
    this.#store.begin(id, this.#run);
    try {
      const addedMessages = isNew ? [userMessage, this.#placeholder] : [this.#placeholder];
      this.#conversation = await this.#dependencies().turns.beginTurn(id, addedMessages, this.#placeholder.id);
    } catch (error) {
      console.error("The turn could not be saved.", error);
      this.#showProblem(getTurnProblem(error, turnPost));
      this.#end();
      reportOutcome("returned");
      return "withdrawn";
    }
    await this.#followToEnd(async () => {
      const body = buildBody(this.#conversation);
      const result = await this.#connection.post(body, () => this.#onAccepted(turnPost));
      if (this.#isOpen) return this.#complete(result, { wasPostedHere: true });
      if (result.kind === "httpError") return this.#handleRefusal(turnPost, result, headId);
      if (result.kind === "aborted") return this.#handleStopBeforeAnswer(turnPost);
      if (result.kind === "networkError") {
        // The request may have reached the server although its response was lost.
        const followResult = await this.#connection.follow(() => this.#onAccepted(turnPost));
        if (this.#isOpen) return this.#complete(followResult, { wasPostedHere: true });
      }
      await this.#handleUnreachable(turnPost, result, headId);
    });
    reportOutcome("returned"); // has no effect if an outcome has already been reported
    return this.#outcome;
  }

  /** Continues an answer that has ended. Until the server accepts that, the stored answer does not change. */
  async continueAnswer({ getBody, answer, unchangedOutcome, reportProblem }: ContinuePost): Promise<RunOutcome> {
    this.#outcome = unchangedOutcome;
    this.#store.begin(this.#conversation.id, { ...this.#run, answer });
    const onAccepted = () => {
      this.#isOpen = true;
      this.#saveContinuation();
      // Whoever reads the conversation from now on finds the run.
      void this.#savePromise.then(() => reportProblem(null));
    };
    await this.#followToEnd(async () => {
      const body = await this.#connection.prepare(getBody);
      let result = await this.#connection.post(body, onAccepted);
      // The request may have reached the server although its response was lost.
      if (result.kind === "networkError") result = await this.#connection.follow(onAccepted);
      if (this.#isOpen) return this.#complete(result, { wasPostedHere: true });
      if (result.kind === "signedOut") this.#dependencies().onUnauthenticated();
      reportProblem(toContinueProblem(result));
    });
    reportProblem(null); // has no effect if something has already been reported
    return this.#outcome;
  }

  /** Stores which run continues the answer, so that every tab can follow it. */
  #saveContinuation(): void {
    const { id, isLocal } = this.#conversation;
    if (!isLocal) return void this.#confirmTurn();
    this.#savePromise = this.#dependencies()
      .turns.saveAnswer(id, this.#placeholder, isLocal)
      .catch((error: unknown) => console.error("The run that continues an answer could not be saved.", error));
  }

  /** Resumes reading a run that had not ended when it was last read. */
  async resume(): Promise<RunOutcome> {
    this.#isOpen = true;
    const answer = toAnswer(this.#placeholder);
    this.#store.begin(this.#conversation.id, { ...this.#run, phase: "reconnecting", answer });
    await this.#followToEnd(async () => {
      await this.#complete(await this.#findRun(), { wasPostedHere: false });
    });
    return this.#outcome;
  }

  /** Resolves when another tab, or another change in this tab, can lock the conversation. */
  get released(): Promise<void> {
    return this.#released.promise;
  }

  #showError(text: string, details: string, responseStatus?: string | null): void {
    this.#dependencies().showError(this.#conversation.id, text, { details, responseStatus });
  }

  #showProblem({ problem }: SendProblem): void {
    this.#dependencies().showError(this.#conversation.id, problem);
  }

  /**
   * Finds the run on the server. Another tab shows its turn a moment before the server has it, so while that tab holds
   * the lock, `gone` may mean that the run has not started yet.
   */
  async #findRun(): Promise<RunResult> {
    for (const waitMs of retryDelaysMs) {
      const result = await this.#connection.follow();
      if (result.kind !== "gone" || this.#lock.isHeld) return result;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    return this.#connection.follow();
  }

  stop(): void {
    this.#connection.stop();
  }

  /** Saves the answer so far in a local conversation. In a cloud conversation the server saves it. */
  saveProgress(): void {
    const { id, isLocal } = this.#conversation;
    const canSave = isLocal && this.#isOpen && !this.#isSettling && this.#lock.isHeld && !this.#connection.isStale;
    const answer = this.#store.getAnswer(id);
    if (!canSave || answer === this.#savedAnswer) return;
    this.#savedAnswer = answer;
    const assistantMessage = toAnswerMessage(this.#placeholder, answer, null);
    this.#savePromise = this.#savePromise
      .then(() => this.#dependencies().turns.saveAnswer(id, assistantMessage, isLocal))
      .catch((error: unknown) => console.error("The answer's progress could not be saved.", error));
  }

  async #followToEnd(follow: () => Promise<void>): Promise<void> {
    const checkpointTimer = setInterval(() => this.saveProgress(), checkpointIntervalMs);
    try {
      await follow();
    } catch (error) {
      console.error("The answer could not be saved.", error);
      this.#outcome = { end: "failed" };
      this.#dependencies().showLastingError(
        t`The answer couldn’t be saved. Copy it before you leave this page.`,
        error instanceof OutdatedPageError ? error.message : undefined,
      );
    } finally {
      clearInterval(checkpointTimer);
      this.#end();
    }
  }

  #end(): void {
    this.#connection.close();
    this.#store.end(this.#conversation.id);
    void this.#finishPromise.then(() => {
      this.#lock.release();
      this.#released.resolve();
    });
  }

  #onAccepted({ reportOutcome, supersededIds }: TurnPost): void {
    this.#isOpen = true;
    reportOutcome("accepted");
    void this.#removeSuperseded(supersededIds);
    if (!this.#conversation.isLocal) void this.#confirmTurn();
  }

  async #confirmTurn(): Promise<void> {
    await this.#dependencies()
      .turns.confirmTurn(this.#conversation.id, this.#placeholder)
      .catch((error: unknown) => console.error("The turn was accepted, but could not be confirmed here.", error));
  }

  async #removeSuperseded(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#dependencies()
      .turns.withdrawTurn(this.#conversation.id, ids, this.#placeholder.id)
      .catch((error: unknown) => console.error("A failed answer could not be removed.", error));
  }

  async #complete(initialResult: RunResult, { wasPostedHere }: { wasPostedHere: boolean }): Promise<void> {
    const { id, isLocal } = this.#conversation;
    const result = initialResult.kind === "ended" ? initialResult : await this.#connection.readToEnd(initialResult);
    const answer = this.#store.getAnswer(id);
    const end = answer.end ?? getMissingEnd(result, isArtifactRunning(answer.artifactStatus));
    this.#isSettling = true;
    await this.#lock.settle(async (wasHeld) => {
      const { turns } = this.#dependencies();
      await this.#savePromise;
      // The person has signed out: an answer without an end is resumed after the next sign-in.
      if (result.kind === "signedOut")
        return turns.saveAnswer(id, toAnswerMessage(this.#placeholder, answer, answer.end), isLocal);
      if (!wasHeld) await turns.reload(id);
      // Another tab followed the same run and has saved the answer.
      if (!wasHeld && !wasPostedHere) return;
      const assistantMessage = toAnswerMessage(this.#placeholder, answer, end);
      await turns.saveAnswer(id, assistantMessage, isLocal, answer.artifacts);
      const isWaiting = end.end === "done" && hasWaitingStep(assistantMessage.data);
      this.#outcome = isWaiting ? getWaitingOutcome(assistantMessage) : end;
      if (end.end === "done" && !isWaiting) await this.#postProcessAnswer(assistantMessage);
      if (end === interruptedEnd) this.#store.markLost(this.#run.requestId);
      // Not awaited: the next message may be sent while a title is generated, and the answer is saved even if this
      // fails.
      this.#finishPromise = (end === interruptedEnd && !isLocal ? turns.reload(id) : turns.finishTurn(id)).catch(
        (error: unknown) => console.error("The steps after an answer failed.", error),
      );
    });
  }

  /** Runs after the answer has been saved, so an error here leaves it unchanged. */
  async #postProcessAnswer(assistantMessage: Message): Promise<void> {
    const { id, messages, tags } = this.#conversation;
    const userMessage = messages.find((message) => message.id === assistantMessage.parentId);
    try {
      const processedMessage = await postProcessAnswer(userMessage, assistantMessage, tags, this.#dependencies());
      if (processedMessage) await this.#dependencies().turns.saveAnswer(id, processedMessage, true);
    } catch (error) {
      console.error("The steps after an answer failed.", error);
    }
  }

  /** Handles an error response instead of a stream. */
  async #handleRefusal(turnPost: TurnPost, refusal: HttpError, headId: string | null): Promise<void> {
    if (turnPost.isNew && couldBeCausedByDocuments(turnPost.userMessage, refusal)) {
      const reason = getRefusalReason(refusal, new Date());
      this.#showError(
        t`Your message wasn’t sent`,
        t`${reason} Your message and its documents are back in the message field.`,
        describeStatus(refusal),
      );
      return this.#withdrawTurn(turnPost, headId);
    }
    if (turnPost.assistantId !== null && [403, 404].includes(refusal.status)) {
      this.#dependencies().onAssistantRefused();
      if (turnPost.isNew) {
        const reason = getRefusalReason(refusal, new Date());
        const details = t`${reason} Your message is back in the message field.`;
        this.#showError(t`Your message wasn’t sent`, details, describeStatus(refusal));
        return this.#withdrawTurn(turnPost, headId);
      }
    }
    const end = toRefusedEnd(refusal, new Date());
    this.#dependencies().showRejection(this.#conversation.id, getRefusalNotice(end));
    this.#outcome = end;
    await this.#storeUnsent(
      turnPost,
      toAnswerMessage(this.#placeholder, this.#store.getAnswer(this.#conversation.id), end),
    );
    await this.#removeSuperseded(turnPost.supersededIds);
  }

  /** Handles a stop before the server responded. The server may or may not have the turn. */
  async #handleStopBeforeAnswer(turnPost: TurnPost): Promise<void> {
    this.#outcome = stoppedEnd;
    await this.#storeUnsent(
      turnPost,
      toAnswerMessage(this.#placeholder, this.#store.getAnswer(this.#conversation.id), stoppedEnd),
    );
  }

  async #storeUnsent({ userMessage, isNew, reportOutcome }: TurnPost, assistantMessage: Message): Promise<void> {
    const { id, isLocal } = this.#conversation;
    const { turns } = this.#dependencies();
    if (isLocal) {
      await turns.saveAnswer(id, assistantMessage, isLocal);
      reportOutcome("stored");
    } else {
      // The next turn also sends this message, which the server does not have.
      const unsentMessages = isNew ? [{ ...userMessage, data: { ...userMessage.data, unsent: true } }] : [];
      await turns.beginTurn(id, [...unsentMessages, assistantMessage], assistantMessage.id);
      reportOutcome(isNew ? "unsent" : "stored");
    }
    this.#finishPromise = turns
      .nameUnanswered(id)
      .catch((error: unknown) => console.error("An unanswered conversation could not be named.", error));
  }

  /**
   * Handles a request that did not reach the server: removes the turn, restores the head `headId` and returns the
   * draft.
   */
  async #handleUnreachable(turnPost: TurnPost, result: RunResult, headId: string | null): Promise<void> {
    if (result.kind === "signedOut") this.#dependencies().onUnauthenticated();
    else if (result.kind === "noEndpoint") this.#showProblem({ problem: getChatTexts().endpointMissing });
    else this.#showProblem(getUnreachableProblem(turnPost));
    await this.#withdrawTurn(turnPost, headId);
  }

  async #withdrawTurn({ userMessage, isNew, reportOutcome }: TurnPost, headId: string | null): Promise<void> {
    this.#outcome = "withdrawn";
    reportOutcome("returned");
    const addedIds = isNew ? [userMessage.id, this.#placeholder.id] : [this.#placeholder.id];
    await this.#dependencies().turns.withdrawTurn(this.#conversation.id, addedIds, headId);
  }
}

const getWaitingOutcome = ({ data: { steps = [] } }: Message): RunOutcome =>
  steps.some((step) => step.state === "waiting" && !waitsForBrowser(step)) ? "waiting" : "inBrowser";

/** True if a document may have caused the refusal. The person can then send the message without the document. */
function couldBeCausedByDocuments({ data }: Message, { status }: HttpError): boolean {
  return (data.dataSources ?? []).length > 0 && [400, 404, 409, 413].includes(status);
}

function getTurnProblem(error: unknown, turnPost: TurnPost): SendProblem {
  if (error instanceof OutdatedPageError) return { problem: error.message };
  if (error instanceof CallError && error.status === null) return getUnreachableProblem(turnPost);
  return {
    problem:
      error instanceof CallError
        ? t`The message wasn’t sent because the chat couldn’t be loaded from the cloud.`
        : t`The message wasn’t sent because it couldn’t be saved in this browser. The browser’s storage may be full.`,
  };
}

function getUnreachableProblem({ assistantId }: TurnPost): SendProblem {
  if (isOffline()) return getOfflineProblem();
  return { problem: assistantId === null ? getChatTexts().unavailable : getChatTexts().assistantUnavailable };
}

/**
 * Returns the end of an answer whose stream had no end event. The text of an answer is complete while its artifact is
 * written.
 */
function getMissingEnd(result: RunResult, isWritingArtifact: boolean) {
  if (result.kind === "ended" || (result.kind === "aborted" && isWritingArtifact)) return { end: "done" as const };
  return result.kind === "aborted" ? stoppedEnd : interruptedEnd;
}
