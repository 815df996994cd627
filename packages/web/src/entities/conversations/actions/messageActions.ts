import {
  appendMessages,
  type Conversation,
  deleteMessage,
  type Message,
  removeMessageFromTree,
} from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import type { ConversationActions } from "../store/conversationActions.ts";
import { withMessages } from "../store/messageChanges.ts";
import type { StoreCore } from "../store/storeCore.ts";
import { putBackInCloud } from "./uploadToCloud.ts";
import { withPutBack } from "./withPutBack.ts";

const stillWritten = "An answer to it is still being written.";
const goneMessage = "The message is no longer there.";

export function createMessageActions(core: StoreCore): Pick<ConversationActions, "overwriteMessage" | "removeMessage"> {
  const { timestamp, changeKept, changeCopy } = core;

  return {
    overwriteMessage: (id, messageId, content, label) =>
      core.whileQuiet(id, async () => {
        const overwritten = (conversation: Conversation): Conversation => {
          const messages = [withText(conversation, messageId, content, label)];
          const updatedAt = timestamp();
          return { ...conversation, messages: withMessages(conversation.messages, messages), updatedAt };
        };
        if (await changeKept(id, overwritten)) return;
        const message = withText(await core.read(id), messageId, content, label);
        await core.orMissing(id, call(appendMessages, { conversationId: id, messages: [message] }));
        await changeCopy(id, overwritten);
      }),

    async removeMessage(id, messageId) {
      const [before, after] = await core.whileQuiet(id, () => remove(id, messageId));
      return () => core.whileQuiet(id, () => putBack(id, before, after));
    },
  };

  async function remove(id: string, messageId: string): Promise<[Conversation, Conversation]> {
    let before: Conversation | null = null;
    const removed = (conversation: Conversation): Conversation => {
      const updatedAt = timestamp();
      return { ...conversation, ...mutable(removeMessageFromTree(conversation, messageId)), updatedAt };
    };
    const kept = await changeKept(id, (conversation) => {
      before = conversation;
      return removed(conversation);
    });
    if (kept && before) return [before, kept];
    const read = await core.read(id);
    const { headId, updatedAt } = await core.orMissing(id, call(deleteMessage, { conversationId: id, messageId }));
    core.unconfirmed.get(id)?.delete(messageId);
    await changeCopy(id, (copy) => ({ ...removed(copy), headId, updatedAt }));
    return [read, removed(read)];
  }

  async function putBack(id: string, before: Conversation, after: Conversation): Promise<void> {
    const whole = (current: Conversation): Conversation => ({
      ...current,
      ...withPutBack(current, before, after),
      updatedAt: timestamp(),
    });
    if (await changeKept(id, whole)) return;
    const current = await core.read(id);
    await core.orMissing(id, putBackInCloud(current, whole(current)));
    await changeCopy(id, whole);
  }
}

function withText({ messages }: Conversation, id: string, content: string, label: string | undefined): Message {
  const message = messages.find((each) => each.id === id);
  if (!message) throw new Error(goneMessage);
  // Its end, whichever device it comes from, would bring the old text back.
  if (message.data.run && !message.data.end) throw new Error(stillWritten);
  const { label: _, ...rest } = message;
  return label === undefined ? { ...rest, content } : { ...rest, content, label };
}

const mutable = <M>({ messages, headId }: { messages: readonly M[]; headId: string | null }) => ({
  messages: [...messages],
  headId,
});
