import {
  appendMessages,
  type Conversation,
  clearMessages,
  deleteMessage,
  hasWaitingStep,
  listSubtreeIds,
  type Message,
  moveSteps,
  removeMessageFromTree,
  withoutSummaries,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { call } from "../../../lib/call.ts";
import { type ConversationActions, MessageChangedError } from "../store/conversationActions.ts";
import { upsertMessages } from "../store/messageChanges.ts";
import type { StoreCore } from "../store/storeCore.ts";
import { isInCloud } from "../storedSummary.ts";
import { readAndRemove } from "./readAndRemove.ts";
import { restoreMessages } from "./restoreMessages.ts";
import { restoreInCloud } from "./uploadToCloud.ts";

const getWaitingText = () => t`This answer is waiting for your approval.`;
const getBeingWrittenText = () => t`This answer is still being written.`;
const getMessageGoneText = () => t`The message no longer exists.`;

type MessageAction = "overwriteMessage" | "rewriteMessage" | "revertMessage" | "removeMessage" | "clear";

export function createMessageActions(core: StoreCore): Pick<ConversationActions, MessageAction> {
  const { getTimestamp, updateStored, updateCachedCopy } = core;

  return {
    overwriteMessage: (id, messageId, content, label) =>
      changeText(id, messageId, (message) => withoutOriginal(withText(message, content, label))),

    rewriteMessage: (id, messageId, { expected, content }) =>
      changeText(id, messageId, (message) => rewrite(message, expected, content)),

    async revertMessage(id, messageId) {
      let changed: Message | null = null;
      await changeText(id, messageId, (message) => {
        changed = message;
        const { original } = message.data;
        if (original === undefined) throw new MessageChangedError();
        return withoutOriginal(withText(message, original));
      });
      return () =>
        changeText(id, messageId, (message) => {
          if (!changed) throw new MessageChangedError();
          return rewrite(message, changed.data.original ?? "", changed.content);
        });
    },

    async removeMessage(id, messageId) {
      const [before, after] = await core.withConversationLock(id, () => remove(id, messageId));
      return () => core.withConversationLock(id, () => restoreRemovedMessages(id, before, after));
    },

    async clear(id) {
      const before = await core.withConversationLock(id, () => clear(id));
      return () => core.withConversationLock(id, () => restoreRemovedMessages(id, before, withoutMessages(before)));
    },
  };

  /** Replaces the text of a message. `change` is called with the message as it is stored. */
  function changeText(id: string, messageId: string, change: (message: Message) => Message): Promise<void> {
    return core.withConversationLock(id, async () => {
      const changeAll = (conversation: Conversation): Message[] => [
        ...dropSummaries(conversation, messageId).filter((message) => message.id !== messageId),
        change(findMessage(conversation, messageId)),
      ];
      const apply = (conversation: Conversation, messages = changeAll(conversation)): Conversation => {
        const updatedAt = getTimestamp();
        return { ...conversation, messages: upsertMessages(conversation.messages, messages), updatedAt };
      };
      if (await updateStored(id, (conversation) => apply(conversation))) return;
      const messages = changeAll(await core.read(id));
      await core.recoverIfMissing(id, call(appendMessages, { conversationId: id, messages }));
      await updateCachedCopy(id, (copy) => apply(copy, messages));
    });
  }

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
      const messages = upsertMessages(conversation.messages, dropSummaries(conversation, messageId));
      const { headId } = conversation;
      return { ...conversation, ...toMutable(removeMessageFromTree({ messages, headId }, messageId)), updatedAt };
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
    const areArtifactsRemoved = before.artifacts !== undefined && after.artifacts === undefined;
    const applyRestore = (current: Conversation): Conversation => ({
      ...current,
      ...restoreMessages(current, before, after),
      ...(areArtifactsRemoved && { artifacts: { ...before.artifacts, ...current.artifacts } }),
      updatedAt: getTimestamp(),
    });
    if (await updateStored(id, applyRestore)) return;
    const current = await core.read(id);
    await core.recoverIfMissing(id, restoreInCloud(current, applyRestore(current)));
    await updateCachedCopy(id, applyRestore);
  }
}

function findMessage({ messages }: Conversation, id: string): Message {
  const message = messages.find((each) => each.id === id);
  if (!message) throw new Error(getMessageGoneText());
  return message;
}

/** Changes a part of a message, which keeps the text that it had before the first such change. */
function rewrite(message: Message, expected: string, content: string): Message {
  // It was stored before, but the response was lost.
  if (message.content === content) return message;
  if (message.content !== expected) throw new MessageChangedError();
  const { original = message.content } = message.data;
  const changed = withText(message, content);
  return { ...changed, data: { ...changed.data, original } };
}

function withoutOriginal({ data: { original: _, ...data }, ...message }: Message): Message {
  return { ...message, data };
}

function withText(message: Message, content: string, label?: string): Message {
  // The end of the run, here or on another device, would overwrite the new text.
  if (message.data.run && !message.data.end) throw new Error(getBeingWrittenText());
  // So would the run that continues after an approval.
  if (hasWaitingStep(message.data)) throw new Error(getWaitingText());
  const { label: _, ...messageFields } = message;
  const { steps } = message.data;
  const { summary: _summary, ...ownData } = message.data;
  const data = steps ? { ...ownData, steps: moveSteps(steps, message.content, content) } : ownData;
  return { ...messageFields, content, data, ...(label === undefined ? {} : { label }) };
}

/** Returns the messages from this one on whose summaries would repeat what it said, without them. */
function dropSummaries({ messages }: Conversation, id: string): Message[] {
  const ids = listSubtreeIds(messages, id);
  return withoutSummaries(messages.filter((message) => ids.has(message.id)));
}

const withoutMessages = ({ artifacts: _, ...conversation }: Conversation): Conversation => ({
  ...conversation,
  messages: [],
  headId: null,
});

const toMutable = <M>({ messages, headId }: { messages: readonly M[]; headId: string | null }) => ({
  messages: [...messages],
  headId,
});
