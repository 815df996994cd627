import {
  appendMessages,
  type Conversation,
  clearMessages,
  deleteMessage,
  hasWaitingStep,
  type Message,
  moveSteps,
  removeMessageFromTree,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { call } from "../../../lib/call.ts";
import type { ConversationActions } from "../store/conversationActions.ts";
import { upsertMessages } from "../store/messageChanges.ts";
import type { StoreCore } from "../store/storeCore.ts";
import { isInCloud } from "../storedSummary.ts";
import { readAndRemove } from "./readAndRemove.ts";
import { restoreMessages } from "./restoreMessages.ts";
import { restoreInCloud } from "./uploadToCloud.ts";

const getWaitingText = () => t`This answer is waiting for your approval.`;
const getBeingWrittenText = () => t`This answer is still being written.`;
const getMessageGoneText = () => t`The message no longer exists.`;

type MessageAction = "overwriteMessage" | "removeMessage" | "clear";

export function createMessageActions(core: StoreCore): Pick<ConversationActions, MessageAction> {
  const { getTimestamp, updateStored, updateCachedCopy } = core;

  return {
    overwriteMessage: (id, messageId, content, label) =>
      core.withConversationLock(id, async () => {
        const overwrite = (conversation: Conversation): Conversation => {
          const messages = [withText(conversation, messageId, content, label)];
          const updatedAt = getTimestamp();
          return { ...conversation, messages: upsertMessages(conversation.messages, messages), updatedAt };
        };
        if (await updateStored(id, overwrite)) return;
        const message = withText(await core.read(id), messageId, content, label);
        await core.recoverIfMissing(id, call(appendMessages, { conversationId: id, messages: [message] }));
        await updateCachedCopy(id, overwrite);
      }),

    async removeMessage(id, messageId) {
      const [before, after] = await core.withConversationLock(id, () => remove(id, messageId));
      return () => core.withConversationLock(id, () => restoreRemovedMessages(id, before, after));
    },

    async clear(id) {
      const before = await core.withConversationLock(id, () => clear(id));
      return () => core.withConversationLock(id, () => restoreRemovedMessages(id, before, withoutMessages(before)));
    },
  };

  /** Returns the conversation with the messages that were deleted. */
  async function clear(id: string): Promise<Conversation> {
    const storedConversation = await clearStored(id);
    if (storedConversation) return storedConversation;
    const conversation = await readAndRemove(core, id, ({ revision }) =>
      core.recoverIfMissing(id, call(clearMessages, { conversationId: id, revision })),
    );
    core.unconfirmedIds.delete(id);
    // The cloud did not have it: it was recovered from a backup copy, and is now stored here only.
    if (!isInCloud(conversation)) return (await clearStored(id)) ?? conversation;
    await updateCachedCopy(id, applyClear);
    return conversation;
  }

  /** Clears a conversation that is stored here, and returns it as it was; null: it is not stored here. */
  async function clearStored(id: string): Promise<Conversation | null> {
    let before: Conversation | null = null;
    await updateStored(id, (conversation) => {
      before = conversation;
      return applyClear(conversation);
    });
    return before;
  }

  function applyClear(conversation: Conversation): Conversation {
    return { ...withoutMessages(conversation), updatedAt: getTimestamp() };
  }

  async function remove(id: string, messageId: string): Promise<[Conversation, Conversation]> {
    let before: Conversation | null = null;
    const applyRemoval = (conversation: Conversation): Conversation => {
      const updatedAt = getTimestamp();
      return { ...conversation, ...toMutable(removeMessageFromTree(conversation, messageId)), updatedAt };
    };
    const storedConversation = await updateStored(id, (conversation) => {
      before = conversation;
      return applyRemoval(conversation);
    });
    if (storedConversation && before) return [before, storedConversation];
    const cloudConversation = await core.read(id);
    const { headId, updatedAt } = await core.recoverIfMissing(
      id,
      call(deleteMessage, { conversationId: id, messageId }),
    );
    core.unconfirmedIds.get(id)?.delete(messageId);
    await updateCachedCopy(id, (copy) => ({ ...applyRemoval(copy), headId, updatedAt }));
    return [cloudConversation, applyRemoval(cloudConversation)];
  }

  async function restoreRemovedMessages(id: string, before: Conversation, after: Conversation): Promise<void> {
    const applyRestore = (current: Conversation): Conversation => ({
      ...current,
      ...restoreMessages(current, before, after),
      updatedAt: getTimestamp(),
    });
    if (await updateStored(id, applyRestore)) return;
    const current = await core.read(id);
    await core.recoverIfMissing(id, restoreInCloud(current, applyRestore(current)));
    await updateCachedCopy(id, applyRestore);
  }
}

function withText({ messages }: Conversation, id: string, content: string, label: string | undefined): Message {
  const message = messages.find((each) => each.id === id);
  if (!message) throw new Error(getMessageGoneText());
  // The end of the run, here or on another device, would overwrite the new text.
  if (message.data.run && !message.data.end) throw new Error(getBeingWrittenText());
  // So would the run that continues after an approval.
  if (hasWaitingStep(message.data)) throw new Error(getWaitingText());
  const { label: _, ...messageFields } = message;
  const { steps } = message.data;
  const data = steps ? { ...message.data, steps: moveSteps(steps, message.content, content) } : message.data;
  return { ...messageFields, content, data, ...(label === undefined ? {} : { label }) };
}

const withoutMessages = (conversation: Conversation): Conversation => ({ ...conversation, messages: [], headId: null });

const toMutable = <M>({ messages, headId }: { messages: readonly M[]; headId: string | null }) => ({
  messages: [...messages],
  headId,
});
