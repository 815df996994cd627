import * as z from "zod/mini";
import { limits } from "./limits.ts";
import { Id, JsonObject, Timestamp, text } from "./primitives.ts";

export const MessageRole = z.enum(["user", "assistant", "environment", "system"]);
export type MessageRole = z.infer<typeof MessageRole>;

export const MessageType = z.enum([
  "prompt",
  "automation",
  "root_prompt",
  "prefix_prompt",
  "follow_up",
  "output_transformer",
  "chat",
]);
export type MessageType = z.infer<typeof MessageType>;

/** One line of what is being done for an answer. Shown while in progress, or for good when sticky. */
export const StatusEntry = z.object({
  id: z.string(),
  summary: z.string(),
  message: z.string(),
  type: z.string(),
  inProgress: z.boolean(),
  sticky: z.optional(z.boolean()),
  icon: z.optional(z.string()),
  animated: z.optional(z.boolean()),
});
export type StatusEntry = z.infer<typeof StatusEntry>;

/** How an answer ended. Absent on a message: it is being written, or comes from elsewhere. */
export const AnswerEnd = z.object({
  end: z.enum(["done", "stopped", "failed"]),
  finishReason: z.optional(z.string()),
  message: z.optional(z.string()),
  code: z.optional(z.string()),
  /** When asking again may do better, on the clock of the browser that was told so. */
  retryAt: z.optional(Timestamp),
});
export type AnswerEnd = z.infer<typeof AnswerEnd>;

/**
 * `run`: the request whose answer this message is or was receiving. While `run` is present and `end` is not, the answer may
 * still be growing on the server and can be followed with `GET /chat/{requestId}`.
 */
export const MessageData = z.looseObject({
  state: z.optional(JsonObject),
  statuses: z.optional(z.array(StatusEntry).check(z.maxLength(limits.statusesPerMessage))),
  run: z.optional(z.object({ requestId: Id })),
  end: z.optional(AnswerEnd),
  /** What the model thought before it answered. */
  reasoning: z.optional(text(limits.messageLength)),
  /** The documents that a person gave with the message; read them with `parseDataSources`. */
  dataSources: z.optional(z.array(z.unknown()).check(z.maxLength(1_000))),
  /** Display name of the model that answered. */
  modelName: z.optional(z.string()),
  /** The prompt template that the message was made from, and what was put into it. */
  templateData: z.optional(JsonObject),
  /** The answer as the model gave it, where an output transformer has made another text of it. */
  untransformed: z.optional(text(limits.messageLength)),
  /** What the person should know of the answer, such as that it is not of the form that was asked for. */
  notice: z.optional(text(limits.messageNoticeLength)),
});
export type MessageData = z.infer<typeof MessageData>;

export const Message = z.object({
  id: Id,
  /** The message this one follows; null for the first. Answers that share a parent are versions of each other. */
  parentId: z._default(z.nullable(Id), null),
  role: MessageRole,
  content: text(limits.messageLength),
  label: z.optional(text(limits.messageLength)),
  type: z.optional(MessageType),
  data: z._default(MessageData, {}),
  topicData: z.optional(JsonObject),
  createdAt: z.optional(Timestamp),
});
export type Message = z.infer<typeof Message>;
export type MessageInput = z.input<typeof Message>;

/**
 * The shown branch: from the first message to `headId`. Messages form a tree by `parentId`; without a head the branch ends
 * at the last message of the list. A loop or a missing parent ends the walk.
 */
export function getBranch<M extends { id: string; parentId: string | null }>(
  messages: readonly M[],
  headId: string | null,
): M[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const thread: M[] = [];
  const seen = new Set<string>();
  let current = headId === null ? messages.at(-1) : byId.get(headId);
  while (current && !seen.has(current.id)) {
    seen.add(current.id);
    thread.push(current);
    current = current.parentId === null ? undefined : byId.get(current.parentId);
  }
  return thread.reverse();
}

/** The messages that share `message`'s parent and role, oldest first, itself included: the versions a reader can switch between. */
export function versionsOf<M extends { id: string; parentId: string | null; role: string }>(
  messages: readonly M[],
  message: M,
): M[] {
  return messages.filter((other) => other.parentId === message.parentId && other.role === message.role);
}

/** The newest leaf below `id`: what becomes the head when a reader switches to the version `id`. */
export function findNewestLeaf<M extends { id: string; parentId: string | null }>(
  messages: readonly M[],
  id: string,
): string {
  const children = Map.groupBy(messages, (message) => message.parentId);
  let leaf = id;
  const seen = new Set<string>();
  for (;;) {
    seen.add(leaf);
    const child = children.get(leaf)?.findLast((message) => !seen.has(message.id));
    if (!child) return leaf;
    leaf = child.id;
  }
}
