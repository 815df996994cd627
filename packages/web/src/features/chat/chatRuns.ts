import { type Conversation, chatTexts, type DataSource, type Message, type Model } from "@lectern/contract";
import { ActiveRun, type SendOutcome } from "./activeRun.ts";
import type { ChatPorts } from "./chatPorts.ts";
import { chatRequestOf, parentOfNext } from "./chatRequest.ts";
import { isPassed } from "./messageTree.ts";
import { createRunStore, type RunStore } from "./runStore.ts";

/** The conversations' answers: asking for them, following them to their end, stopping them. Lives as long as the page. */
export interface ChatRuns {
  readonly store: RunStore;
  /** Sends a text, with the documents that it is about, as the next message. Resolves when it is clear what became of it; the answer goes on coming. */
  send(
    conversation: Conversation,
    model: Model,
    text: string,
    dataSources?: readonly DataSource[],
  ): Promise<SendOutcome>;
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

/** `ports` is asked each time: what it gives may change while answers are coming. */
export function createChatRuns(ports: () => ChatPorts, store: RunStore = createRunStore()): ChatRuns {
  const active = new Map<string, ActiveRun>();

  async function start(turn: Turn): Promise<SendOutcome> {
    const { conversation, model, asked } = turn;
    if (active.has(conversation.id)) return "returned";
    ports().closeAlerts();
    if (ports().endpoint.trim() === "") {
      ports().alert(chatTexts.endpointMissing);
      return "returned";
    }
    const requestId = crypto.randomUUID();
    const placeholder = placeholderFor(asked, model, requestId);
    const run = new ActiveRun(ports, store, conversation, placeholder, requestId);
    active.set(conversation.id, run);
    const bodyOf = (begun: Conversation) =>
      chatRequestOf({ ...timeNow(), conversation: begun, asked, model, requestId, replyId: placeholder.id });
    const outcome = Promise.withResolvers<SendOutcome>();
    void run.post({ ...turn, bodyOf, tell: outcome.resolve }).finally(() => active.delete(conversation.id));
    return outcome.promise;
  }

  return {
    store,
    send: (conversation, model, text, dataSources = []) =>
      start(nextTurn(conversation, model, { text, dataSources }, [])),
    answerAgain: async (conversation, model, reply) => {
      const asked = conversation.messages.find(({ id }) => id === reply.parentId);
      if (!asked) return "returned";
      const supersededIds = reply.content === "" ? [reply.id] : [];
      // The conversation has gone on since: what was asked is asked again at its end, so that nothing of it goes out of sight.
      if (isPassed(conversation, reply)) {
        const said = { text: asked.content, dataSources: asked.data.dataSources ?? [] };
        return start(nextTurn(conversation, model, said, supersededIds));
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

function nextTurn(
  conversation: Conversation,
  model: Model,
  { text, dataSources }: { text: string; dataSources: readonly unknown[] },
  supersededIds: readonly string[],
): Turn {
  const asked: Message = {
    id: crypto.randomUUID(),
    parentId: parentOfNext(conversation),
    role: "user",
    content: text,
    data: dataSources.length > 0 ? { dataSources: [...dataSources] } : {},
    createdAt: new Date().toISOString(),
  };
  return { conversation, model, asked, isNew: true, supersededIds };
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
