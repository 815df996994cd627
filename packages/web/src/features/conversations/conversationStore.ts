import {
  appendMessages,
  type Conversation,
  type ConversationSettings,
  type ConversationSummary,
  clearMessages,
  createConversation,
  defaultConversationName,
  deleteConversation,
  limits,
  listConversations,
  type Message,
  openConversation,
  threadOf,
  titleConversation,
  updateConversation,
} from "@lectern/contract";
import type { QueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import type { TurnStore } from "../../lib/turnStore.ts";
import { type KeptSummary, type LocalConversations, summaryOf } from "./localConversations.ts";
import { type NewConversationChoices, newConversation } from "./newConversation.ts";

/** A conversation that is neither here nor in the cloud. */
export class NoSuchConversation extends Error {}

/** One person's conversations, wherever they are kept. What it writes shows in the query cache at once. */
export interface ConversationStore extends TurnStore {
  list(): Promise<KeptSummary[]>;
  /** Reads the cloud's list and keeps its summaries; gives those that were known and are gone there. */
  sync(signal?: AbortSignal): Promise<{ gone: KeptSummary[] }>;
  /** Throws NoSuchConversation, or CallError when the cloud cannot be read. */
  read(id: string, signal?: AbortSignal): Promise<Conversation>;
  /** Gives the id of an empty conversation: the draft that is there, made so, or a new one. */
  startNew(choices: NewConversationChoices): Promise<string>;
  /** A blank name changes nothing. */
  rename(id: string, name: string): Promise<void>;
  changeSettings(id: string, changes: Partial<ConversationSettings>): Promise<void>;
  clear(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Moves conversations one by one; gives those that stayed where they were, with the reason. */
  move(
    ids: readonly string[],
    to: "cloud" | "local",
  ): Promise<{ failed: { summary: ConversationSummary; error: unknown }[] }>;
}

export const conversationKeys = {
  list: (userId: string) => ["conversations", userId] as const,
  one: (userId: string, id: string) => ["conversation", userId, id] as const,
};

/** `now`: for what is stamped here. Writes of other tabs arrive over a BroadcastChannel. */
export function createConversationStore(
  userId: string,
  local: LocalConversations,
  cache: QueryClient,
  now: () => Date = () => new Date(),
): ConversationStore {
  const channel =
    typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(`lectern.conversations.${userId}`);
  channel?.addEventListener("message", ({ data }) => {
    void cache.invalidateQueries({ queryKey: conversationKeys.list(userId) });
    if (typeof data === "string") void cache.invalidateQueries({ queryKey: conversationKeys.one(userId, data) });
  });

  const known = (id: string) => cache.getQueryData<Conversation>(conversationKeys.one(userId, id));

  async function current(id: string): Promise<Conversation> {
    return known(id) ?? read(id);
  }

  async function read(id: string, signal?: AbortSignal): Promise<Conversation> {
    const kept = await local.get(id);
    if (kept) return kept;
    try {
      return (await call(openConversation, { conversationId: id }, signal ? { signal } : {})).conversation;
    } catch (error) {
      if (error instanceof CallError && error.status === 404) throw new NoSuchConversation(id, { cause: error });
      throw error;
    }
  }

  /** Writes where the conversation is kept, then shows it. A cloud conversation's rows are the server's: only its summary is kept here. */
  async function keep(conversation: Conversation): Promise<void> {
    const isDraft = conversation.messages.length === 0 && conversation.revision === 0;
    if (conversation.isLocal || isDraft) await local.put(conversation);
    else await local.putStub(conversation);
    show(conversation);
  }

  function show(conversation: Conversation): void {
    cache.setQueryData(conversationKeys.one(userId, conversation.id), conversation);
    const isDraft = conversation.messages.length === 0 && conversation.revision === 0;
    showInList({ ...summaryOf(conversation), isDraft });
    channel?.postMessage(conversation.id);
  }

  function showInList(summary: KeptSummary): void {
    cache.setQueryData<KeptSummary[]>(conversationKeys.list(userId), (list) =>
      list ? [summary, ...list.filter(({ id }) => id !== summary.id)] : list,
    );
  }

  function forget(id: string): void {
    cache.removeQueries({ queryKey: conversationKeys.one(userId, id) });
    cache.setQueryData<KeptSummary[]>(conversationKeys.list(userId), (list) => list?.filter((kept) => kept.id !== id));
    channel?.postMessage(id);
  }

  async function change(id: string, changes: Partial<Conversation>): Promise<Conversation> {
    const conversation = { ...(await current(id)), ...changes };
    await keep(conversation);
    return conversation;
  }

  /** Makes the rows of a cloud conversation that so far was a draft in this browser. */
  async function createInCloud(conversation: Conversation): Promise<void> {
    const [first, ...rest] = chunks(conversation.messages, limits.messagesPerCall);
    const { id, name, modelId, prompt, temperature, maxTokens, folderId, tags, createdAt } = conversation;
    await call(createConversation, {
      conversation: {
        id,
        name,
        modelId,
        prompt,
        temperature,
        maxTokens,
        folderId,
        tags,
        createdAt,
        messages: first ?? [],
        headId: null,
      },
    });
    for (const messages of rest) await call(appendMessages, { conversationId: id, messages });
    if (conversation.headId !== null) {
      await call(updateConversation, { conversationId: id, changes: { headId: conversation.headId } });
    }
  }

  async function moveOne(id: string, to: "cloud" | "local"): Promise<void> {
    const conversation = await read(id);
    if (conversation.isLocal === (to === "local")) return;
    const isDraft = conversation.messages.length === 0 && conversation.revision === 0;
    if (isDraft) {
      await keep({ ...conversation, isLocal: to === "local" });
    } else if (to === "cloud") {
      await createInCloud(conversation);
      await keep({ ...(await call(openConversation, { conversationId: id })).conversation, isLocal: false });
    } else {
      // Here first, gone there second: a failure between the two leaves two copies, never none.
      await local.put({ ...conversation, isLocal: true, revision: 0 });
      await call(deleteConversation, { conversationId: id });
      show({ ...conversation, isLocal: true, revision: 0 });
    }
  }

  return {
    list: () => local.summaries(),

    async sync(signal) {
      const before = (await local.summaries()).filter(({ isLocal, isDraft }) => !isLocal && !isDraft);
      const cloud = await readCloudList(signal);
      await local.replaceStubs(cloud);
      cache.setQueryData(conversationKeys.list(userId), await local.summaries());
      const there = new Set(cloud.map(({ id }) => id));
      return { gone: before.filter(({ id }) => !there.has(id)) };
    },

    read,

    async startNew(choices) {
      const fresh = newConversation(choices, now());
      const draft = (await local.summaries()).find(({ isDraft, name }) => isDraft && name === defaultConversationName);
      const conversation = draft ? { ...fresh, id: draft.id } : fresh;
      await keep(conversation);
      return conversation.id;
    },

    async rename(id, name) {
      const trimmed = name.trim().slice(0, limits.conversationNameLength);
      if (trimmed === "") return;
      const { isLocal, revision } = await current(id);
      if (!isLocal && revision > 0) await call(updateConversation, { conversationId: id, changes: { name: trimmed } });
      await change(id, { name: trimmed });
    },

    async changeSettings(id, changes) {
      const { isLocal, revision } = await current(id);
      if (!isLocal && revision > 0) await call(updateConversation, { conversationId: id, changes });
      await change(id, changes);
    },

    async clear(id) {
      const { isLocal, revision } = await current(id);
      if (!isLocal && revision > 0) await call(clearMessages, { conversationId: id });
      await change(id, { messages: [], headId: null, updatedAt: now().toISOString() });
    },

    async remove(id) {
      const kept = await local.get(id);
      if (!kept) {
        await call(deleteConversation, { conversationId: id }).catch((error: unknown) => {
          // Gone already, from another device: what was asked for is so.
          if (!(error instanceof CallError && error.status === 404)) throw error;
        });
      }
      await local.remove(id);
      forget(id);
    },

    async move(ids, to) {
      const failed: { summary: ConversationSummary; error: unknown }[] = [];
      const summaries = new Map((await local.summaries()).map((summary) => [summary.id, summary]));
      for (const id of ids) {
        const summary = summaries.get(id);
        await moveOne(id, to).catch((error: unknown) => {
          if (summary) failed.push({ summary, error });
        });
      }
      return { failed };
    },

    async beginTurn(id, messages, headId) {
      const conversation = await current(id);
      const isDraftForCloud = !conversation.isLocal && conversation.revision === 0;
      if (isDraftForCloud) await createInCloud({ ...conversation, messages: [], headId: null });
      await keep({
        ...conversation,
        ...(isDraftForCloud ? { revision: 1 } : {}),
        messages: withMessages(conversation.messages, messages),
        headId,
        updatedAt: now().toISOString(),
      });
    },

    async withdrawTurn(id, messageIds, headId) {
      const conversation = await current(id);
      const withdrawn = new Set(messageIds);
      await keep({
        ...conversation,
        messages: conversation.messages.filter((message) => !withdrawn.has(message.id)),
        headId,
      });
    },

    async saveReply(id, reply) {
      const conversation = await current(id);
      const next = { ...conversation, messages: withMessages(conversation.messages, [reply]) };
      if (conversation.isLocal) await keep(next);
      else show(next);
    },

    async finishTurn(id) {
      const conversation = await current(id);
      const stamped = { ...conversation, updatedAt: now().toISOString() };
      if (conversation.name !== defaultConversationName || conversation.messages.length !== 2) {
        await keep(stamped);
        return;
      }
      const messages = threadOf(conversation.messages, conversation.headId).flatMap(({ role, content }) =>
        role === "user" || role === "assistant" ? [{ role, content }] : [],
      );
      const given = conversation.isLocal ? { conversationId: id, messages } : { conversationId: id };
      const { name } = await call(titleConversation, given);
      // Read again: the person may have named it meanwhile.
      const latest = await current(id);
      await keep({
        ...latest,
        updatedAt: stamped.updatedAt,
        name: latest.name === defaultConversationName ? name : latest.name,
      });
    },

    async showVersion(id, headId) {
      const { isLocal } = await current(id);
      await change(id, { headId });
      if (!isLocal) await call(updateConversation, { conversationId: id, changes: { headId } });
    },

    async reload(id) {
      await cache.invalidateQueries({ queryKey: conversationKeys.one(userId, id) });
    },
  };
}

async function readCloudList(signal: AbortSignal | undefined): Promise<ConversationSummary[]> {
  const all: ConversationSummary[] = [];
  let cursor: string | null = null;
  do {
    const page: { conversations: ConversationSummary[]; nextCursor: string | null } = await call(
      listConversations,
      cursor === null ? {} : { cursor },
      signal ? { signal } : {},
    );
    all.push(...page.conversations);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

function withMessages(messages: readonly Message[], changed: readonly Message[]): Message[] {
  const byId = new Map(changed.map((message) => [message.id, message]));
  const replaced = messages.map((message) => {
    const next = byId.get(message.id);
    byId.delete(message.id);
    return next ?? message;
  });
  return [...replaced, ...byId.values()];
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
