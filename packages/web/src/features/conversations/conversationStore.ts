import {
  appendMessages,
  type Conversation,
  type ConversationSettings,
  clearMessages,
  defaultConversationName,
  limits,
  updateConversation,
} from "@lectern/contract";
import type { QueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import type { TurnStore } from "../../lib/turnStore.ts";
import {
  createInCloud,
  deleteInCloud,
  listInCloud,
  NoSuchConversation,
  ofExisting,
  readInCloud,
  uploadToCloud,
} from "./cloudConversations.ts";
import { askForTitle, fallbackTitle, needsTitle } from "./conversationTitle.ts";
import { createQueues } from "./createQueues.ts";
import {
  asLocal,
  isInCloud,
  type KeptSummary,
  keptSummaryOf,
  type LocalConversations,
  stubOf,
} from "./localConversations.ts";
import { withMessages, withReply, withUnconfirmed } from "./messageChanges.ts";
import { draftOf, type NewConversationChoices, newConversation } from "./newConversation.ts";
import { notingFullStorage } from "./notingFullStorage.ts";
import { createShownConversations } from "./shownConversations.ts";

/**
 * One person's conversations, wherever they are kept. What it writes shows in the query cache at once. Its calls throw CallError
 * where the cloud fails, NoSuchConversation where there is none (any more), and StorageFull.
 */
export interface ConversationStore extends TurnStore {
  list(): Promise<KeptSummary[]>;
  /** Reads the cloud's list and keeps its summaries; gives those that were known and are gone there. */
  sync(signal?: AbortSignal): Promise<{ gone: KeptSummary[] }>;
  read(id: string, signal?: AbortSignal): Promise<Conversation>;
  /** Gives the id of an empty conversation: the draft that is there, made so, or a new one. */
  startNew(choices: NewConversationChoices): Promise<string>;
  /** A blank name changes nothing. */
  rename(id: string, name: string): Promise<void>;
  changeSettings(id: string, changes: Partial<ConversationSettings>): Promise<void>;
  clear(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Moves a conversation with all its messages. When it fails, at any step, nothing of it is lost and it can be tried again. */
  move(id: string, to: "cloud" | "local"): Promise<void>;
  /** Follows what other tabs write, and tells them what this one writes, until the function that it gives is called. */
  joinTabs(): () => void;
}

interface StoreOptions {
  now?: () => Date;
  /** There is no room in the browser for what was to be written. */
  onStorageFull?: () => void;
  locks?: LockManager | undefined;
}

type Change = (conversation: Conversation) => Conversation;

const streamingElsewhere = "An answer to it is still being written.";

export function createConversationStore(
  userId: string,
  storage: LocalConversations,
  cache: QueryClient,
  { now = () => new Date(), onStorageFull = () => {}, locks = globalThis.navigator?.locks }: StoreOptions = {},
): ConversationStore {
  const local = notingFullStorage(storage, onStorageFull);
  const shown = createShownConversations(userId, cache);
  const inTurn = createQueues();
  /** Messages of cloud conversations that this tab has shown and the server may not have. */
  const unconfirmed = new Map<string, Set<string>>();
  /** What was removed since the last sync began: the list that it reads may still name it. */
  let removedIds = new Set<string>();
  let channel: BroadcastChannel | null = null;

  const timestamp = () => now().toISOString();
  const tell = (id: string, isListChanged: boolean) => channel?.postMessage({ id, isListChanged });

  async function read(id: string, signal?: AbortSignal): Promise<Conversation> {
    for (;;) {
      const writes = shown.writesOf(id);
      const conversation = await readOnce(id, signal);
      // Overtaken by a write, it would put what was before in the place of what is now.
      if (shown.writesOf(id) !== writes) continue;
      shown.remember(id);
      return conversation;
    }
  }

  async function readOnce(id: string, signal: AbortSignal | undefined): Promise<Conversation> {
    const kept = await local.get(id);
    if (kept) return kept;
    try {
      return withUnconfirmed(await readInCloud(id, signal), shown.find(id), unconfirmed.get(id) ?? new Set());
    } catch (error) {
      if (!(error instanceof NoSuchConversation)) throw error;
      const recovered = await recover(id);
      if (recovered) return recovered;
      throw error;
    }
  }

  /** The cloud does not have it (any more): gives what is here, or takes it off the list. */
  async function recover(id: string): Promise<Conversation | null> {
    const recovered = await local.recover(id);
    if (recovered) shown.list(keptSummaryOf(recovered));
    else shown.unlist(id);
    tell(id, true);
    return recovered;
  }

  /** Changes a conversation that is kept here; null where it is not. */
  async function changeKept(id: string, change: Change): Promise<Conversation | null> {
    const changed = await local.update(id, change);
    if (changed) tell(id, shown.replace(changed));
    return changed;
  }

  /** Changes this tab's copy of a cloud conversation, and its summary. The rows are the server's. Null where there is no copy. */
  async function changeCopy(id: string, change: Change): Promise<Conversation | null> {
    const known = shown.find(id);
    return known && changeCopyOf(isInCloud(known) ? known : await read(id), change);
  }

  async function changeCopyOf(copy: Conversation, change: Change): Promise<Conversation> {
    const { id } = copy;
    // It came back from the cloud just now.
    if (!isInCloud(copy)) return (await changeKept(id, change)) ?? change(copy);
    const changed = change(copy);
    tell(id, shown.set(changed));
    await local.putStub(changed).catch(() => {}); // The next sync makes it again.
    return changed;
  }

  const change = async (id: string, how: Change) => (await changeKept(id, how)) ?? (await changeCopy(id, how));

  /** Changes name or settings in the cloud, then here. A conversation that was not opened is not read for that. */
  async function changeInCloud(id: string, changes: Partial<ConversationSettings> & { name?: string }): Promise<void> {
    const called = call(updateConversation, { conversationId: id, changes });
    const { conversation: summary, revision } = await orMissing(id, called);
    const copy = shown.find(id);
    const isListChanged = copy
      ? shown.set({ ...copy, ...changes, ...summary, isLocal: false, revision })
      : shown.list(stubOf(summary));
    tell(id, isListChanged);
    await local.putStub(summary).catch(() => {}); // The next sync makes it again.
  }

  /** What takes messages away or elsewhere waits until no answer to them is being written. */
  const whileQuiet = (id: string, work: () => Promise<void>) => inTurn(id, () => whileNotStreaming(locks, id, work));

  async function orMissing<T>(id: string, called: Promise<T>): Promise<T> {
    return ofExisting(called).catch(async (error: unknown) => {
      if (error instanceof NoSuchConversation) await recover(id);
      throw error;
    });
  }

  async function moveToCloud(id: string): Promise<void> {
    for (;;) {
      const kept = await local.get(id);
      if (!kept?.isLocal) return;
      if (keptSummaryOf(kept).isDraft) {
        await changeKept(id, (draft) => ({ ...draft, isLocal: false }));
        return;
      }
      const stored = await uploadToCloud(kept);
      const isSwapped = await local.swapForStub(stored, kept.updatedAt);
      if (isSwapped) return tell(id, shown.replace(stored));
      // Another tab has changed it meanwhile: that goes there too.
    }
  }

  async function moveToLocal(id: string): Promise<void> {
    if (await changeKept(id, (kept) => ({ ...kept, isLocal: true }))) return;
    const conversation = await read(id);
    if (isInCloud(conversation)) {
      // A spare copy first: should anything fail from here on, it is in the cloud, or here, or both.
      await local.put(conversation);
      await deleteInCloud(id).catch((error: unknown) => keepInCloud(conversation, error));
    }
    await local.put(asLocal(conversation));
    unconfirmed.delete(id);
    tell(id, shown.replace(asLocal(conversation)));
  }

  /** It could not be deleted in the cloud. Without an answer that is not sure, and the spare copy stays until it is. */
  async function keepInCloud(conversation: Conversation, error: unknown): Promise<never> {
    if (error instanceof CallError && error.status !== null) {
      await local.remove(conversation.id);
      await local.putStub(conversation);
    }
    throw error;
  }

  /** A title may take a while, and nobody has to wait for it. */
  async function giveTitle(conversation: Conversation): Promise<void> {
    const { id, isLocal } = conversation;
    const asked = await askForTitle(conversation).catch(() => null);
    const name = asked ?? fallbackTitle(conversation);
    await inTurn(id, async () => {
      const latest = shown.find(id);
      if (latest && latest.name !== defaultConversationName) return;
      if (asked === null && !isLocal) await changeInCloud(id, { name });
      else await change(id, (now) => (now.name === defaultConversationName ? { ...now, name } : now));
    });
  }

  return {
    list: () => local.summaries(),
    read,

    async sync(signal) {
      removedIds = new Set();
      const before = new Map((await local.summaries()).flatMap((kept) => (kept.isStub ? [[kept.id, kept]] : [])));
      const cloud = (await listInCloud(signal)).filter(({ id }) => !removedIds.has(id));
      const gone = await local.replaceStubs(cloud, new Set(before.keys()));
      shown.setList(await local.summaries());
      for (const { id, updatedAt } of cloud) {
        if (shown.find(id)?.isLocal === false && before.get(id)?.updatedAt !== updatedAt) shown.outdate(id);
      }
      return { gone };
    },

    async startNew(choices) {
      const fresh = newConversation(choices, now());
      const draft = draftOf(await local.summaries());
      const reset: Change = (kept) => (keptSummaryOf(kept).isDraft ? { ...fresh, id: kept.id } : kept);
      const reused = draft ? await inTurn(draft.id, () => local.update(draft.id, reset)) : null;
      const conversation = reused && keptSummaryOf(reused).isDraft ? reused : fresh;
      if (conversation === fresh) await local.put(fresh);
      tell(conversation.id, shown.set(conversation));
      return conversation.id;
    },

    async rename(id, given) {
      const name = given.trim().slice(0, limits.conversationNameLength).trim();
      if (name === "") return;
      await inTurn(id, async () => {
        const isKept = await changeKept(id, (kept) => ({ ...kept, name, updatedAt: timestamp() }));
        if (!isKept) await changeInCloud(id, { name });
      });
    },

    changeSettings: (id, changes) =>
      inTurn(id, async () => {
        const isKept = await changeKept(id, (kept) => ({ ...kept, ...changes, updatedAt: timestamp() }));
        if (isKept) return;
        const copy = shown.find(id);
        if (copy) shown.set({ ...copy, ...changes });
        await changeInCloud(id, changes).catch((error: unknown) => {
          const latest = shown.find(id);
          if (copy && latest) {
            const { modelId, prompt, temperature, maxTokens } = copy;
            shown.set({ ...latest, modelId, prompt, temperature, maxTokens });
          }
          throw error;
        });
      }),

    clear: (id) =>
      whileQuiet(id, async () => {
        const cleared: Change = (kept) => ({ ...kept, messages: [], headId: null, updatedAt: timestamp() });
        if (await changeKept(id, cleared)) return;
        await orMissing(id, call(clearMessages, { conversationId: id }));
        unconfirmed.delete(id);
        await changeCopy(id, cleared);
      }),

    remove: (id) =>
      whileQuiet(id, async () => {
        if (!(await local.get(id))) await deleteInCloud(id);
        await local.remove(id);
        removedIds.add(id);
        unconfirmed.delete(id);
        shown.forget(id);
        tell(id, true);
      }),

    move: (id, to) => whileQuiet(id, () => (to === "cloud" ? moveToCloud(id) : moveToLocal(id))),

    beginTurn: (id, messages, headId) =>
      inTurn(id, async () => {
        const begun: Change = (conversation) => ({
          ...conversation,
          messages: withMessages(conversation.messages, messages),
          headId,
          updatedAt: timestamp(),
        });
        const kept = await changeKept(id, (conversation) =>
          conversation.isLocal ? begun(conversation) : conversation,
        );
        if (kept?.isLocal) return kept;
        if (kept) {
          await createInCloud(kept);
          await local.putStub(kept);
          shown.set({ ...kept, revision: 1 });
        }
        const ids = unconfirmed.get(id) ?? new Set();
        unconfirmed.set(id, ids);
        for (const message of messages) ids.add(message.id);
        return changeCopyOf(shown.find(id) ?? (await read(id)), begun);
      }),

    withdrawTurn: (id, messageIds, headId) =>
      inTurn(id, async () => {
        const withdrawn = new Set(messageIds);
        for (const messageId of messageIds) unconfirmed.get(id)?.delete(messageId);
        await change(id, (conversation) => ({
          ...conversation,
          messages: conversation.messages.filter((message) => !withdrawn.has(message.id)),
          headId,
        }));
      }),

    saveReply: (id, reply, isLocalRun) =>
      inTurn(id, async () => {
        const answered: Change = (conversation) => withReply(conversation, reply);
        try {
          if (await changeKept(id, answered)) return;
          if (isLocalRun) await orMissing(id, call(appendMessages, { conversationId: id, messages: [reply] }));
          await changeCopy(id, answered);
        } catch (error) {
          // It can still be read, and copied, as long as the page is open.
          const copy = shown.find(id);
          if (copy) shown.set(answered(copy));
          throw error;
        }
      }),

    async finishTurn(id) {
      unconfirmed.delete(id);
      const finished = await inTurn(id, () => change(id, (latest) => ({ ...latest, updatedAt: timestamp() })));
      // What fails in it leaves the conversation without a title, and that can be seen.
      if (finished && needsTitle(finished)) void giveTitle(finished).catch(() => {});
    },

    showVersion: (id, headId) =>
      inTurn(id, async () => {
        if (await changeKept(id, (kept) => ({ ...kept, headId }))) return;
        await changeCopy(id, (copy) => ({ ...copy, headId }));
        if (unconfirmed.get(id)?.has(headId)) return;
        await orMissing(id, call(updateConversation, { conversationId: id, changes: { headId } }));
      }),

    reload: (id) =>
      inTurn(id, async () => {
        try {
          shown.replace(await read(id));
        } catch (error) {
          if (!(error instanceof NoSuchConversation)) throw error;
        }
      }),

    joinTabs() {
      if (typeof BroadcastChannel === "undefined") return () => {};
      const joined = new BroadcastChannel(`lectern.conversations.${userId}`);
      channel = joined;
      joined.addEventListener("message", ({ data }: MessageEvent<{ id: string; isListChanged: boolean }>) => {
        shown.outdate(data.id);
        if (data.isListChanged) shown.outdateList();
      });
      return () => {
        joined.close();
        if (channel === joined) channel = null;
      };
    },
  };
}

/** Runs `work` unless an answer to the conversation is being written, here or in another tab: see chat's turn lock. */
async function whileNotStreaming(locks: LockManager | undefined, id: string, work: () => Promise<void>): Promise<void> {
  if (!locks) return work();
  await locks.request(`conversation:${id}`, { ifAvailable: true }, (lock) => {
    if (!lock) throw new Error(streamingElsewhere);
    return work();
  });
}
