import { type Conversation, chatTexts, type DataSource, type Message, type Model } from "@lectern/contract";
import { isPassed } from "../../conversations/messageTree.ts";
import { isAsTyped, newVersionOf } from "../answer/messageText.ts";
import type { RequestForm } from "../answer/structuredForm.ts";
import { mayBeStructured } from "../answer/structuredMark.ts";
import { chatRequestOf, parentOfNext } from "../sending/chatRequest.ts";
import { composeMessage, composePlain } from "../sending/composeMessage.ts";
import { messageOf, type Said, type SaidMessage } from "../sending/said.ts";
import { ActiveRun, type SendOutcome } from "./activeRun.ts";
import type { ChatPorts } from "./chatPorts.ts";
import { createRunStore, type RunStore } from "./runStore.ts";

/** The conversations' answers: asking for them, following them to their end, stopping them. Lives as long as the page. */
export interface ChatRuns {
  readonly store: RunStore;
  /**
   * Sends a text, with the documents that it is about, as the next message: without the prefix of a structured mode, and with what the
   * conversation's prefix prompts put before it. Resolves when it is clear what became of it; the answer goes on coming.
   */
  send(
    conversation: Conversation,
    model: Model,
    text: string,
    dataSources?: readonly DataSource[],
    more?: Omit<Said, "text" | "dataSources">,
  ): Promise<SendOutcome>;
  /**
   * Sends another text in the place of the user's `message`, with its documents: a new version of it, beside the old one and all
   * that followed that. Resolves as `send` does.
   */
  sendInPlaceOf(conversation: Conversation, model: Model, message: Message, text: string): Promise<SendOutcome>;
  /** Asks for another answer in the place of `reply`. */
  answerAgain(conversation: Conversation, model: Model, reply: Message): Promise<SendOutcome>;
  /** Follows the run of the last answer where it may still be going on: after a reload, in a second tab. */
  resume(conversation: Conversation): void;
  /** Asks the server to stop; after 1000 ms at the latest the conversation no longer streams. */
  stop(conversationId: string): void;
  showVersion(conversationId: string, headId: string): Promise<void>;
  /** Writes what has come of the answers so far, for when the page may be about to go. */
  saveProgress(): void;
}

interface Turn {
  conversation: Conversation;
  model: Model;
  /** The user's message; `isNew`: the conversation does not have it yet. */
  asked: Message;
  isNew: boolean;
  /** Answers whose place this turn's takes: they failed without a word. */
  supersededIds: readonly string[];
}

const notSent = "The message was not sent.";
const notPrepared = `Something that this message needs could not be loaded. Try again, or reload the page. ${notSent}`;

/** `ports` is asked each time: what it gives may change while answers are coming. */
export function createChatRuns(ports: () => ChatPorts, store: RunStore = createRunStore()): ChatRuns {
  const active = new Map<string, ActiveRun>();
  /** Conversations whose next message is being put together. */
  const beginning = new Set<string>();

  const isBusy = ({ id }: Conversation) => active.has(id) || beginning.has(id);

  /**
   * What has to be loaded or read first keeps the conversation from taking another message meanwhile. Where it fails, as without a
   * network, nothing is sent.
   */
  async function whileBeginning<T>({ id }: Conversation, work: () => Promise<T>): Promise<T | { problem: string }> {
    beginning.add(id);
    try {
      return await work();
    } catch (error) {
      return { problem: error instanceof RangeError ? `${error.message} ${notSent}` : notPrepared };
    } finally {
      beginning.delete(id);
    }
  }

  async function say(conversation: Conversation, model: Model, said: Said, parentId: string | null) {
    if (isBusy(conversation)) return "returned";
    const { tags } = conversation;
    const composed =
      composePlain(said, tags) ?? (await whileBeginning(conversation, () => composeMessage(said, tags, ports())));
    if ("problem" in composed) {
      ports().alert(composed.problem);
      return "returned";
    }
    const asked = newMessage(composed.message, parentId);
    return start({ conversation, model, asked, isNew: true, supersededIds: [] });
  }

  async function start(turn: Turn): Promise<SendOutcome> {
    const { conversation, model, asked } = turn;
    if (isBusy(conversation)) return "returned";
    ports().closeAlerts();
    if (ports().endpoint.trim() === "") {
      ports().alert(chatTexts.endpointMissing);
      return "returned";
    }
    const form = mayBeStructured(asked.label) ? await whileBeginning(conversation, () => formOf(asked)) : null;
    if (form && "problem" in form) {
      ports().alert(form.problem);
      return "returned";
    }
    const requestId = crypto.randomUUID();
    const placeholder = placeholderFor(asked, model, requestId);
    const run = new ActiveRun(ports, store, conversation, placeholder, requestId);
    active.set(conversation.id, run);
    const bodyOf = (begun: Conversation) =>
      chatRequestOf({ ...timeNow(), conversation: begun, asked, model, requestId, replyId: placeholder.id, form });
    const outcome = Promise.withResolvers<SendOutcome>();
    void run.post({ ...turn, bodyOf, tell: outcome.resolve }).finally(() => active.delete(conversation.id));
    return outcome.promise;
  }

  return {
    store,
    send: (conversation, model, text, dataSources = [], more = {}) =>
      say(conversation, model, { ...more, text, dataSources }, parentOfNext(conversation)),
    sendInPlaceOf: (conversation, model, message, text) => {
      if (!isAsTyped(message))
        return start({ conversation, model, asked: newVersionOf(message, text), isNew: true, supersededIds: [] });
      const { dataSources = [], templateData } = message.data;
      return say(conversation, model, { text, dataSources, type: message.type, templateData }, message.parentId);
    },
    answerAgain: async (conversation, model, reply) => {
      const asked = conversation.messages.find(({ id }) => id === reply.parentId);
      if (!asked) return "returned";
      const supersededIds = reply.content === "" ? [reply.id] : [];
      // The conversation has gone on since: what was asked is asked again at its end, so that nothing of it goes out of sight.
      if (isPassed(conversation, reply)) {
        const { content, label, type, data } = asked;
        const { dataSources = [], templateData } = data;
        const again = messageOf({ text: content, label, type, templateData, dataSources });
        return start({
          conversation,
          model,
          asked: newMessage(again, parentOfNext(conversation)),
          isNew: true,
          supersededIds,
        });
      }
      return start({ conversation, model, asked, isNew: false, supersededIds });
    },
    resume: (conversation) => {
      const head = conversation.messages.find(({ id }) => id === conversation.headId);
      const requestId = head?.data.run?.requestId;
      if (head?.role !== "assistant" || head.data.end || !requestId) return;
      if (active.has(conversation.id) || store.getState().lostRequestIds.has(requestId)) return;
      const run = new ActiveRun(ports, store, conversation, head, requestId);
      active.set(conversation.id, run);
      void run.resume().finally(() => active.delete(conversation.id));
    },
    stop: (conversationId) => active.get(conversationId)?.stop(),
    showVersion: (conversationId, headId) => ports().turns.showVersion(conversationId, headId),
    saveProgress: () => {
      for (const run of active.values()) run.saveProgress();
    },
  };
}

function newMessage(said: SaidMessage, parentId: string | null): Message {
  return { id: crypto.randomUUID(), parentId, role: "user", ...said, createdAt: new Date().toISOString() };
}

async function formOf({ label = "" }: Message): Promise<RequestForm | null> {
  const { requestFormOf } = await import("../answer/structuredForm.ts");
  return requestFormOf(label);
}

function placeholderFor(asked: Message, model: Model, requestId: string): Message {
  return {
    id: crypto.randomUUID(),
    parentId: asked.id,
    role: "assistant",
    content: "",
    data: { run: { requestId }, modelName: model.name },
    createdAt: new Date().toISOString(),
  };
}

function timeNow(): { time: string; timeZone: string } {
  return { time: new Date().toISOString(), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}
