import {
  appendMessages,
  type Conversation,
  deleteMessage,
  type Message,
  removeMessageFromTree,
} from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import type { ConversationActions } from "../store/conversationActions.ts";
import { upsertMessages } from "../store/messageChanges.ts";
import type { StoreCore } from "../store/storeCore.ts";
import { restoreMessages } from "./restoreMessages.ts";
import { restoreInCloud } from "./uploadToCloud.ts";

const beingAnsweredText = "This message is waiting for its answer.";
const goneMessage = "The message no longer exists.";

export function createMessageActions(core: StoreCore): Pick<ConversationActions, "overwriteMessage" | "removeMessage"> {
  const { timestamp, updateStored, updateCachedCopy } = core;

  return {
    overwriteMessage: (id, messageId, content, label) =>
      core.withConversationLock(id, async () => {
        const overwritten = (conversation: Conversation): Conversation => {
          const messages = [withText(conversation, messageId, content, label)];
          const updatedAt = timestamp();
          return { ...conversation, messages: upsertMessages(conversation.messages, messages), updatedAt };
        };
        if (await updateStored(id, overwritten)) return;
        const message = withText(await core.read(id), messageId, content, label);
        await core.recoverIfMissing(id, call(appendMessages, { conversationId: id, messages: [message] }));
        await updateCachedCopy(id, overwritten);
      }),

    async removeMessage(id, messageId) {
      const [before, after] = await core.withConversationLock(id, () => remove(id, messageId));
      return () => core.withConversationLock(id, () => restoreRemoved(id, before, after));
    },
  };

  async function remove(id: string, messageId: string): Promise<[Conversation, Conversation]> {
    let before: Conversation | null = null;
    const removed = (conversation: Conversation): Conversation => {
      const updatedAt = timestamp();
      return { ...conversation, ...mutable(removeMessageFromTree(conversation, messageId)), updatedAt };
    };
    const storedConversation = await updateStored(id, (conversation) => {
      before = conversation;
      return removed(conversation);
    });
    if (storedConversation && before) return [before, storedConversation];
    const read = await core.read(id);
    const { headId, updatedAt } = await core.recoverIfMissing(
      id,
      call(deleteMessage, { conversationId: id, messageId }),
    );
    core.unconfirmed.get(id)?.delete(messageId);
    await updateCachedCopy(id, (copy) => ({ ...removed(copy), headId, updatedAt }));
    return [read, removed(read)];
  }

  async function restoreRemoved(id: string, before: Conversation, after: Conversation): Promise<void> {
    const whole = (current: Conversation): Conversation => ({
      ...current,
      ...restoreMessages(current, before, after),
      updatedAt: timestamp(),
    });
    if (await updateStored(id, whole)) return;
    const current = await core.read(id);
    await core.recoverIfMissing(id, restoreInCloud(current, whole(current)));
    await updateCachedCopy(id, whole);
  }
}

function withText({ messages }: Conversation, id: string, content: string, label: string | undefined): Message {
  const message = messages.find((each) => each.id === id);
  if (!message) throw new Error(goneMessage);
  // The end of the run, here or on another device, would overwrite the new text.
  if (message.data.run && !message.data.end) throw new Error(beingAnsweredText);
  const { label: _, ...rest } = message;
  return label === undefined ? { ...rest, content } : { ...rest, content, label };
}

const mutable = <M>({ messages, headId }: { messages: readonly M[]; headId: string | null }) => ({
  messages: [...messages],
  headId,
});
