import { appendMessages, type Conversation, defaultConversationName, updateConversation } from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import { askForTitle, fallbackTitle, needsTitle } from "../conversationTitle.ts";
import type { TurnStore } from "../turnStore.ts";
import { createInCloud, NoSuchConversation } from "./cloudConversations.ts";
import { withMessages, withReply } from "./messageChanges.ts";
import type { Change, StoreCore } from "./storeCore.ts";

/** `folderOfNew`: the folder of a conversation that begins now; null: none. */
export function createTurns(core: StoreCore, folderOfNew?: () => Promise<string | null>): TurnStore {
  const { local, shown, inTurn, unconfirmed, timestamp, read, changeKept, changeCopy, changeCopyOf } = core;

  /** A title may take a while, and nobody has to wait for it. */
  async function giveTitle(conversation: Conversation): Promise<void> {
    const { id, isLocal } = conversation;
    const asked = await askForTitle(conversation).catch(() => null);
    const name = asked ?? fallbackTitle(conversation);
    await inTurn(id, async () => {
      const latest = shown.find(id);
      if (latest && latest.name !== defaultConversationName) return;
      if (asked === null && !isLocal) await core.changeInCloud(id, { name });
      else await core.change(id, (now) => (now.name === defaultConversationName ? { ...now, name } : now));
    });
  }

  /** A conversation begins with its first message: that is when it is filed, not when a draft is made. */
  async function filing(id: string): Promise<Change> {
    const asItIs: Change = (latest) => latest;
    if (!folderOfNew || shown.find(id)?.messages.length) return asItIs;
    const kept = await local.get(id);
    if (!kept || kept.messages.length > 0 || kept.folderId !== null) return asItIs;
    const folderId = await folderOfNew().catch(() => null); // Unfiled, it is still found in the list.
    return (latest) => (latest.folderId === null ? { ...latest, folderId } : latest);
  }

  return {
    beginTurn: (id, messages, headId) =>
      inTurn(id, async () => {
        const file = await filing(id);
        const begun: Change = (conversation) => ({
          ...conversation,
          messages: withMessages(conversation.messages, messages),
          headId,
          updatedAt: timestamp(),
        });
        const kept = await changeKept(id, (conversation) =>
          conversation.isLocal ? begun(file(conversation)) : file(conversation),
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
        await core.change(id, (conversation) => ({
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
          if (isLocalRun) await core.orMissing(id, call(appendMessages, { conversationId: id, messages: [reply] }));
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
      const finished = await inTurn(id, () => core.change(id, (latest) => ({ ...latest, updatedAt: timestamp() })));
      // What fails in it leaves the conversation without a title, and that can be seen.
      if (finished && needsTitle(finished)) void giveTitle(finished).catch(() => {});
    },

    showVersion: (id, headId) =>
      inTurn(id, async () => {
        if (await changeKept(id, (kept) => ({ ...kept, headId }))) return;
        await changeCopy(id, (copy) => ({ ...copy, headId }));
        if (unconfirmed.get(id)?.has(headId)) return;
        await core.orMissing(id, call(updateConversation, { conversationId: id, changes: { headId } }));
      }),

    reload: (id) =>
      inTurn(id, async () => {
        try {
          shown.replace(await read(id));
        } catch (error) {
          if (!(error instanceof NoSuchConversation)) throw error;
        }
      }),
  };
}
