import { type AnswerEnd, chatTexts, type Conversation, type Message, type Model } from "@lectern/contract";
import { CallError } from "../../lib/callError.ts";
import { type ChatCall, followRun, type HttpError, killRun, postChat, type StreamResult } from "../../lib/chatStream.ts";
import type { ChatPorts } from "./chatPorts.ts";
import { chatRequestOf, parentOfNext } from "./chatRequest.ts";
import { reconnect } from "./reconnect.ts";
import { answerFrom, interruptedEnd, replyFrom, stoppedEnd } from "./reply.ts";
import { createRunStore, type RunStore } from "./runStore.ts";
import { takeTurnLock, type TurnLock } from "./turnLock.ts";

/**
 * What became of a text that was sent. `accepted`: the server has it. `kept`: the server refused, the conversation has it.
 * `unsent`: the server refused, and only this page has it. `returned`: nothing was sent, nothing was changed.
 */
export type SendOutcome = "accepted" | "kept" | "unsent" | "returned";

/** The conversations' answers: asking for them, following them to their end, stopping them. Lives as long as the page. */
export interface ChatRuns {
  readonly store: RunStore;
  readonly turns: ChatPorts["turns"];
  /** Sends a text as the next message. Resolves when it is clear what became of the text; the answer goes on coming. */
  send(conversation: Conversation, model: Model, text: string): Promise<SendOutcome>;
  /** Asks for another answer to the message that `reply` answers. */
  answerAgain(conversation: Conversation, model: Model, reply: Message): Promise<SendOutcome>;
  /** Follows the run of the last answer where it may still be going on: after a reload, in a second tab. */
  resume(conversation: Conversation): void;
  /** C4.13: asks the server to stop; after 1000 ms at the latest the conversation no longer streams. */
  stop(conversationId: string): void;
  /** Writes what has come of local conversations' answers, for when the page may be about to go. */
  saveProgress(): void;
}

const stopDelayMs = 1_000;
const checkpointMs = 5_000;

/** An answer on its way, and what it takes to bring it to its end. */
interface ActiveRun {
  conversation: Conversation;
  asked: Message | null;
  placeholder: Message;
  requestId: string;
  abort: AbortController;
  lock: TurnLock;
  lastEventId: number;
  /** What came so far is not part of the run that is read: the first event starts anew. */
  isStale: boolean;
  isStopping: boolean;
  isOpen: boolean;
  /** Answers that this one takes the place of: they failed without a word. */
  supersedes: string[];
  saving: Promise<void>;
  savedLength: number;
}

export function createChatRuns(ports: ChatPorts, store: RunStore = createRunStore()): ChatRuns {
  const { turns } = ports;
  const active = new Map<string, ActiveRun>();

  async function start(turn: {
    conversation: Conversation;
    model: Model;
    asked: Message;
    added: readonly Message[];
    supersedes: string[];
  }): Promise<SendOutcome> {
    const { conversation, model, asked, added, supersedes } = turn;
    if (active.has(conversation.id)) return "returned";
    if (ports.endpoint.trim() === "") {
      ports.alert(chatTexts.endpointMissing);
      return "returned";
    }
    const run = newRun(conversation, asked, placeholderFor(asked, model), supersedes);
    active.set(conversation.id, run);
    store.begin(conversation.id, { requestId: run.requestId, replyId: run.placeholder.id });
    try {
      await turns.beginTurn(conversation.id, [...added, run.placeholder], run.placeholder.id);
    } catch (error) {
      console.error("The turn could not be saved.", error);
      ports.alert("The message could not be saved in this browser, so it was not sent. Its storage may be full.");
      finish(run);
      return "returned";
    }
    const outcome = Promise.withResolvers<SendOutcome>();
    void post(run, model, outcome.resolve);
    return outcome.promise;
  }

  async function post(run: ActiveRun, model: Model, tell: (outcome: SendOutcome) => void): Promise<void> {
    const { conversation, asked, placeholder, requestId } = run;
    if (!asked) return;
    const withdraw = async () => {
      const known = new Set(conversation.messages.map(({ id }) => id));
      const added = [asked.id, placeholder.id].filter((id) => !known.has(id));
      await turns.withdrawTurn(conversation.id, added, conversation.headId);
      tell("returned");
    };
    try {
      const body = chatRequestOf({ ...timeNow(), conversation, asked, model, requestId, replyId: placeholder.id });
      const result = await callWith(run, (call) => postChat({ ...call, body, onOpen: () => opened(run, tell) }));
      if (!run.isOpen && (result.kind === "networkError" || result.kind === "noEndpoint")) {
        await withdraw();
        ports.alert(result.kind === "noEndpoint" ? chatTexts.endpointMissing : chatTexts.unavailable);
        return;
      }
      if (result.kind === "httpError") return await refused(run, result, tell);
      await bringToEnd(run, result);
      tell(conversation.isLocal ? "kept" : "unsent"); // changes nothing once it was accepted
    } catch (error) {
      if (!(error instanceof CallError)) console.error("The chat could not be sent.", error);
      if (!run.isOpen) await withdraw().catch(() => tell("returned"));
      // Who is signed out is told so by the page.
      if (!run.isOpen && !isSignedOut(error)) ports.alert(chatTexts.unavailable);
    } finally {
      finish(run);
    }
  }
