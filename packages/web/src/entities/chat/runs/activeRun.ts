import { type ChatRequestInput, type Conversation, chatTexts, emptyAnswer, type Message } from "@lectern/contract";
import { CallError } from "../../../lib/callError.ts";
import { OutdatedPageError } from "../../../lib/outdatedPageError.ts";
import { finishReply } from "../answer/finishReply.ts";
import { refusalReason, refusalTitle, refusedEnd } from "../answer/refusalReason.ts";
import { answerFrom, interruptedEnd, replyFrom, stoppedEnd } from "../answer/reply.ts";
import type { HttpError } from "./chatStream.ts";
import type { RunResult } from "./reconnect.ts";
import { RunConnection } from "./runConnection.ts";
import type { RunDependencies } from "./runDependencies.ts";
import type { RunStore } from "./runStore.ts";
import { type TurnLock, takeTurnLock } from "./turnLock.ts";

/**
 * What became of a text that was sent. `accepted`: the server has it. `kept`: the server refused, the conversation has it.
 * `unsent`: the server refused, and only this page has it. `returned`: it was not sent, and the conversation is as it was.
 */
export type SendOutcome = "accepted" | "kept" | "unsent" | "returned";

export interface Posting {
  /** The user's message; `isNew`: the conversation does not have it yet. */
  asked: Message;
  isNew: boolean;
  /** Answers whose place this one takes: they failed without a word. */
  supersededIds: readonly string[];
  /** What is posted, made of the conversation as it is once the turn has begun. */
  bodyOf: (begun: Conversation) => ChatRequestInput;
  /** Hears what became of the text; only the first word counts. */
  tell: (outcome: SendOutcome) => void;
}

const checkpointMs = 5_000;
const findAgainAfterMs: readonly number[] = [100, 200, 400, 800, 1_600];
const turnNotSaved = "The message could not be saved in this browser, so it was not sent. Its storage may be full.";
const turnNotBegun = "The message was not sent, because the conversation could not be created in the cloud.";
const answerNotSaved = "The answer could not be saved. Copy it before you leave this page.";

/** One answer on its way: it is asked for or found again, seen to its end, and saved. The methods do not throw. */
export class ActiveRun {
  readonly #dependencies: () => RunDependencies;
  readonly #store: RunStore;
  #conversation: Conversation;
  readonly #placeholder: Message;
  readonly #connection: RunConnection;
  readonly #lock: TurnLock;
  readonly #run: { requestId: string; replyId: string };
  /** The server has accepted the turn. */
  #isOpen = false;
  #isSettling = false;
  #savedAnswer = emptyAnswer;
  #saving: Promise<void> = Promise.resolve();
  /** What is done after the answer is safe; the lock is kept until then. */
  #finishing: Promise<void> = Promise.resolve();

  constructor(
    dependencies: () => RunDependencies,
    store: RunStore,
    conversation: Conversation,
    reply: Message,
    requestId: string,
  ) {
    this.#dependencies = dependencies;
    this.#store = store;
    this.#conversation = conversation;
    this.#placeholder = reply;
    this.#run = { requestId, replyId: reply.id };
    this.#connection = new RunConnection(dependencies, store, conversation.id, requestId);
    this.#lock = takeTurnLock(conversation.id, dependencies().locks);
  }

  /** Saves the turn, posts it and follows the answer to its end. */
  async post(posting: Posting): Promise<void> {
    const { asked, isNew, bodyOf, tell } = posting;
    const { id, headId } = this.#conversation;
    this.#store.begin(id, this.#run);
    try {
      const added = isNew ? [asked, this.#placeholder] : [this.#placeholder];
      this.#conversation = await this.#dependencies().turns.beginTurn(id, added, this.#placeholder.id);
    } catch (error) {
      console.error("The turn could not be saved.", error);
      this.#dependencies().showError(reasonNotBegun(error));
      this.#end();
      return tell("returned");
    }
    await this.#followToEnd(async () => {
      const body = bodyOf(this.#conversation);
      const result = await this.#connection.post(body, () => this.#opened(posting));
      if (this.#isOpen) return this.#bringToEnd(result, { wasPostedHere: true });
      if (result.kind === "httpError") return this.#refused(posting, result, headId);
      if (result.kind === "aborted") return this.#stoppedUnsent(posting);
      if (result.kind === "networkError") {
        // The request may have got through and only the reply not.
        const found = await this.#connection.follow(() => this.#opened(posting));
        if (this.#isOpen) return this.#bringToEnd(found, { wasPostedHere: true });
      }
      await this.#withdrawn(posting, result, headId);
    });
    tell("returned"); // Heard only where nothing was told before.
  }

  /** Finds a run again that was going on when it was last heard of. */
  async resume(): Promise<void> {
    this.#isOpen = true;
    const answer = answerFrom(this.#placeholder);
    this.#store.begin(this.#conversation.id, { ...this.#run, phase: "reconnecting", answer });
    await this.#followToEnd(async () => {
      await this.#bringToEnd(await this.#find(), { wasPostedHere: false });
    });
  }

  /** The tab that asks shows the turn a moment before the server knows of it: while that tab is at it, gone may mean not yet. */
  async #find(): Promise<RunResult> {
    for (const waitMs of findAgainAfterMs) {
      const result = await this.#connection.follow();
      if (result.kind !== "gone" || this.#lock.isHeld) return result;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    return this.#connection.follow();
  }

  stop(): void {
    this.#connection.stop();
  }

  /** Writes what has come so far. In a cloud conversation the server does. */
  saveProgress(): void {
    const { id, isLocal } = this.#conversation;
    const mayWrite = isLocal && this.#isOpen && !this.#isSettling && this.#lock.isHeld && !this.#connection.isStale;
    const answer = this.#store.answerOf(id);
    if (!mayWrite || answer === this.#savedAnswer) return;
    this.#savedAnswer = answer;
    const reply = replyFrom(this.#placeholder, answer, null);
    this.#saving = this.#saving
      .then(() => this.#dependencies().turns.saveReply(id, reply, isLocal))
      .catch((error: unknown) => console.error("The answer's progress could not be saved.", error));
  }

  async #followToEnd(follow: () => Promise<void>): Promise<void> {
    const checkpoints = setInterval(() => this.saveProgress(), checkpointMs);
    try {
      await follow();
    } catch (error) {
      console.error("The answer could not be saved.", error);
      this.#dependencies().showLastingError(
        answerNotSaved,
        error instanceof OutdatedPageError ? error.message : undefined,
      );
    } finally {
      clearInterval(checkpoints);
      this.#end();
    }
  }

  #end(): void {
    this.#connection.close();
    this.#store.end(this.#conversation.id);
    void this.#finishing.then(() => this.#lock.release());
  }

  #opened({ tell, supersededIds }: Posting): void {
    this.#isOpen = true;
    tell("accepted");
    void this.#supersede(supersededIds);
    if (!this.#conversation.isLocal) void this.#showElsewhere();
  }

  /** Other tabs heard of the turn before the server had it, and read the cloud too early: now they read it again. */
  async #showElsewhere(): Promise<void> {
    await this.#dependencies()
      .turns.saveReply(this.#conversation.id, this.#placeholder, false)
      .catch((error: unknown) => console.error("Other tabs could not be told of the answer.", error));
  }

  async #supersede(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#dependencies()
      .turns.withdrawTurn(this.#conversation.id, ids, this.#placeholder.id)
      .catch((error: unknown) => console.error("A failed answer could not be taken out.", error));
  }

  async #bringToEnd(read: RunResult, { wasPostedHere }: { wasPostedHere: boolean }): Promise<void> {
    const { id, isLocal } = this.#conversation;
    const result = read.kind === "ended" ? read : await this.#connection.toEnd(read);
    const answer = this.#store.answerOf(id);
    const end = answer.end ?? endOf(result);
    this.#isSettling = true;
    await this.#lock.settle(async (wasHeld) => {
      const { turns } = this.#dependencies();
      await this.#saving;
      // Signed out on the way: without an end the answer is found again after the next sign-in.
      if (result.kind === "signedOut")
        return turns.saveReply(id, replyFrom(this.#placeholder, answer, answer.end), isLocal);
      if (!wasHeld) await turns.reload(id);
      // Another tab followed the same run and has done the rest.
      if (!wasHeld && !wasPostedHere) return;
      const reply = replyFrom(this.#placeholder, answer, end);
      await turns.saveReply(id, reply, isLocal);
      if (end.end === "done") await this.#finishReply(reply);
      if (end === interruptedEnd) this.#store.markLost(this.#run.requestId);
      // Not waited for: the next message may be sent while a title is being found. Nor is the answer less safe when this fails.
      this.#finishing = (end === interruptedEnd && !isLocal ? turns.reload(id) : turns.finishTurn(id)).catch(
        (error: unknown) => console.error("What follows an answer could not be done.", error),
      );
    });
  }

  /** The answer is safe already: what goes wrong here leaves it as it is. */
  async #finishReply(reply: Message): Promise<void> {
    const { id, messages, tags } = this.#conversation;
    const asked = messages.find((message) => message.id === reply.parentId);
    try {
      const finished = await finishReply(asked, reply, tags, this.#dependencies());
      if (finished) await this.#dependencies().turns.saveReply(id, finished, true);
    } catch (error) {
      console.error("What follows an answer could not be done.", error);
    }
  }

  /** The server answered with an error in the place of a stream. */
  async #refused(posting: Posting, refusal: HttpError, headId: string | null): Promise<void> {
    if (posting.isNew && mayBeForDocuments(posting.asked, refusal)) {
      this.#dependencies().showError(
        refusalTitle(refusal),
        `${refusalReason(refusal, new Date())} Your message and its documents are back in the field.`,
      );
      return this.#giveBack(posting, headId);
    }
    this.#dependencies().showError(refusalTitle(refusal), "Your message is kept. The reason stands below it.");
    const end = refusedEnd(refusal, new Date());
    await this.#keepUnsent(posting, replyFrom(this.#placeholder, this.#store.answerOf(this.#conversation.id), end));
    await this.#supersede(posting.supersededIds);
  }

  /** Stopped before the server said anything: whether it has the turn is not known. */
  async #stoppedUnsent(posting: Posting): Promise<void> {
    await this.#keepUnsent(
      posting,
      replyFrom(this.#placeholder, this.#store.answerOf(this.#conversation.id), stoppedEnd),
    );
  }

  async #keepUnsent({ asked, isNew, tell }: Posting, reply: Message): Promise<void> {
    const { id, isLocal } = this.#conversation;
    const { turns } = this.#dependencies();
    if (isLocal) {
      await turns.saveReply(id, reply, isLocal);
      return tell("kept");
    }
    // The next turn carries along what the server has not got.
    const unsent = isNew ? [{ ...asked, data: { ...asked.data, unsent: true } }] : [];
    await turns.beginTurn(id, [...unsent, reply], reply.id);
    tell(isNew ? "unsent" : "kept");
  }

  /** Nothing got through: the conversation is as it was, `headId` its head, and the text goes back to where it was typed. */
  async #withdrawn(posting: Posting, result: RunResult, headId: string | null): Promise<void> {
    const { showError, onUnauthenticated } = this.#dependencies();
    if (result.kind === "signedOut") onUnauthenticated();
    else showError(result.kind === "noEndpoint" ? chatTexts.endpointMissing : chatTexts.unavailable);
    await this.#giveBack(posting, headId);
  }

  async #giveBack({ asked, isNew, tell }: Posting, headId: string | null): Promise<void> {
    tell("returned");
    const added = isNew ? [asked.id, this.#placeholder.id] : [this.#placeholder.id];
    await this.#dependencies().turns.withdrawTurn(this.#conversation.id, added, headId);
  }
}

/** Whether the server may refuse the message for a document of it: such a message can be sent once that is taken out. */
function mayBeForDocuments({ data }: Message, { status }: HttpError): boolean {
  return (data.dataSources ?? []).length > 0 && [400, 404, 409, 413].includes(status);
}

function reasonNotBegun(error: unknown): string {
  if (error instanceof OutdatedPageError) return error.message;
  if (!(error instanceof CallError)) return turnNotSaved;
  return error.status === null ? chatTexts.unavailable : turnNotBegun;
}

/** For a stream without an end event: the end that its reading shows. */
function endOf(result: RunResult) {
  if (result.kind === "ended") return { end: "done" as const };
  return result.kind === "aborted" ? stoppedEnd : interruptedEnd;
}
