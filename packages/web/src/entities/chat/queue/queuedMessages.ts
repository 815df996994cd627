import { JsonObject, MessageType } from "@lectern/contract";
import * as z from "zod/mini";
import { createStore, type StoreApi } from "zustand/vanilla";
import { onUserValueChanged, readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { parseStored } from "../parseStored.ts";

/** The maximum number of messages that wait in a conversation. */
export const maxQueuedMessages = 5;

/**
 * A message that waits until the answer before it has ended. Its documents are those of the draft with the key
 * `getQueuedDraftKey(id)`.
 */
const QueuedMessage = z.object({
  id: z.string(),
  text: z.string(),
  label: z.optional(z.string()),
  type: z.optional(MessageType),
  templateData: z.optional(JsonObject),
  actionResult: z.optional(z.boolean()),
  skipsPrefixPrompts: z.optional(z.boolean()),
  acceptsCost: z.optional(z.boolean()),
  documentNames: z.array(z.string()),
  /**
   * `waiting`: sent after the answer. `next`: sent as soon as the answer, which was asked to stop, has ended. `sending`:
   * it is unknown yet whether the conversation has it. `held`: sent only if the person says so.
   */
  state: z.enum(["waiting", "next", "sending", "held"]),
  /** The last question of the conversation before this message was sent. */
  previousQuestionId: z.optional(z.string()),
});
export type QueuedMessage = z.infer<typeof QueuedMessage>;

type Queues = Readonly<Record<string, readonly QueuedMessage[]>>;

export interface QueuedMessages {
  /** By conversation id. */
  readonly store: Pick<StoreApi<Queues>, "getState" | "subscribe" | "getInitialState">;
  list(conversationId: string): readonly QueuedMessage[];
  /** Replaces the queue of a conversation with the result of `change`. */
  change(conversationId: string, change: (queue: readonly QueuedMessage[]) => readonly QueuedMessage[]): void;
  /** Follows other tabs until the returned function is called. */
  connect(): () => void;
}

export const getQueuedDraftKey = (messageId: string) => `queued.${messageId}`;

const storageName = "queuedMessages";
const StoredQueues = z.record(z.string(), z.array(QueuedMessage));

/** Creates one person's queued messages, which are stored in this browser like drafts. */
export function createQueuedMessages(userId: string): QueuedMessages {
  const read = (): Queues => parseStored(readUserValue(userId, storageName), StoredQueues) ?? {};
  const store = createStore<Queues>(read);
  return {
    store,
    list: (conversationId) => read()[conversationId] ?? [],
    change(conversationId, change) {
      const { [conversationId]: queue = [], ...otherQueues } = read();
      const changedQueue = change(queue);
      const queues = changedQueue.length === 0 ? otherQueues : { ...otherQueues, [conversationId]: changedQueue };
      writeUserValue(userId, storageName, Object.keys(queues).length === 0 ? null : JSON.stringify(queues));
      store.setState(queues, true);
    },
    connect: () => onUserValueChanged(userId, storageName, () => store.setState(read(), true)),
  };
}
