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

const Detail = z.string().check(z.maxLength(limits.messageDetailLength));

/** A line about the progress of an answer. Shown while `inProgress` is true, and permanently if `sticky` is true. */
export const StatusEntry = z.object({
  id: Detail,
  summary: Detail,
  message: Detail,
  type: Detail,
  inProgress: z.boolean(),
  sticky: z.optional(z.boolean()),
  icon: z.optional(Detail),
  animated: z.optional(z.boolean()),
});
export type StatusEntry = z.infer<typeof StatusEntry>;

/**
 * A call of a tool that the server made while it generated an answer. `waiting`: a person has to approve it first.
 * `denied`: the person did not. `cancelled`: the answer was stopped before the call ended.
 */
export const ToolStep = z.object({
  /** Unique within the answer. */
  id: z.string().check(z.minLength(1), z.maxLength(limits.toolStepIdLength)),
  /** The number of the model call that requested it, from 0. The steps of one round run in parallel. */
  round: z.number().check(z.int(), z.minimum(0)),
  /** The tool's name. */
  tool: z.string().check(z.maxLength(100)),
  /** What the tool does, for people. */
  title: z.string().check(z.maxLength(200)),
  /** JSON as the model wrote it, which may be invalid. */
  arguments: text(limits.toolArgumentsLength),
  state: z.enum(["running", "waiting", "done", "failed", "denied", "cancelled"]),
  /** What the tool returned to the model, or why it failed. */
  result: z.optional(text(limits.toolResultLength)),
  durationMs: z.optional(z.number().check(z.minimum(0))),
  /** What the person is asked before the call, if the tool has a question of its own. */
  question: z.optional(text(1_000)),
  /**
   * True: `waiting` means that a browser has to make the call and send what it returned. Nobody is asked. Steps of one round
   * are made in their order, because code can build on the code before it.
   */
  runsInBrowser: z.optional(z.boolean()),
  /** UTF-16 code units of the answer's content that precede the step. */
  offset: z.number().check(z.int(), z.minimum(0)),
});
export type ToolStep = z.infer<typeof ToolStep>;

/** How an answer ended. A message that is not an answer, is still being generated or was imported may have none. */
export const AnswerEnd = z.object({
  end: z.enum(["done", "stopped", "failed"]),
  finishReason: z.optional(Detail),
  message: z.optional(Detail),
  code: z.optional(Detail),
  /** Time from which a retry may succeed, by the clock of the browser that received the error. */
  retryAt: z.optional(Timestamp),
});
export type AnswerEnd = z.infer<typeof AnswerEnd>;

/** True if an answer ended before it was complete: it was stopped, it failed, or it reached the length limit. */
export const hasEndedEarly = ({ end, finishReason }: AnswerEnd): boolean => end !== "done" || finishReason === "length";

/**
 * `run` is the request that generates or has generated this answer. While `run` is present and `end` is absent, the
 * server may still be generating the answer, and `GET /chat/{requestId}` streams it.
 */
export const MessageData = z.looseObject({
  state: z.optional(JsonObject),
  statuses: z.optional(z.array(StatusEntry).check(z.maxLength(limits.statusesPerMessage))),
  /** The tools that the server called for this answer, in the order of their start. */
  steps: z.optional(z.array(ToolStep).check(z.maxLength(limits.toolCallsPerAnswer))),
  run: z.optional(z.object({ requestId: Id })),
  end: z.optional(AnswerEnd),
  /** The model's reasoning before it answered. */
  reasoning: z.optional(text(limits.messageLength)),
  /** The data sources attached to the message; read them with `parseDataSources`. */
  dataSources: z.optional(z.array(z.unknown()).check(z.maxLength(1_000))),
  /** The versions of artifacts that this answer made; read them with `parseArtifactEntries`. */
  artifacts: z.optional(z.array(z.unknown()).check(z.maxLength(1_000))),
  artifactStatus: z.optional(Detail),
  /** Why the artifact is not complete, a value of `ArtifactReason`. */
  artifactReason: z.optional(Detail),
  /** Display name of the model that answered. */
  modelName: z.optional(Detail),
  /** The prompt template of the message, and the values of its variables. */
  templateData: z.optional(JsonObject),
  /** Present if the text is the result of an action, and not a person's words. */
  actionResult: z.optional(z.unknown()),
  /**
   * True until a browser has applied the output transformers to the answer and checked its form. The server cannot do
   * that, so it is done later if no browser is open when the answer ends.
   */
  needsProcessing: z.optional(z.boolean()),
  /** The answer as the model wrote it, if an output transformer has changed it. */
  untransformed: z.optional(text(limits.messageLength)),
  /** The summary of the messages up to this one; read it with `parseMessageSummary`. */
  summary: z.optional(z.unknown()),
  /** The answer as it was before parts of it were rewritten in highlight mode, which 'Revert Changes' restores. */
  original: z.optional(text(limits.messageLength)),
  /** A warning about the answer, such as that it does not have the requested format. */
  notice: z.optional(text(limits.messageNoticeLength)),
});
export type MessageData = z.infer<typeof MessageData>;

export const Message = z.object({
  id: Id,
  /**
   * The message before this one; null for the first. Messages with the same parent and role are versions of each other.
   */
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
 * Returns the branch that ends at `headId`, from its first message to its last. If `headId` is null, the branch ends at
 * the last message of the list; if no message has that id, it is empty. The branch starts at a message whose parent is
 * null or missing, or already on the branch (a cycle).
 */
export function getBranch<M extends { id: string; parentId: string | null }>(
  messages: readonly M[],
  headId: string | null,
): M[] {
  const messagesById = new Map(messages.map((message) => [message.id, message]));
  const branch: M[] = [];
  const seenIds = new Set<string>();
  let current = headId === null ? messages.at(-1) : messagesById.get(headId);
  while (current && !seenIds.has(current.id)) {
    seenIds.add(current.id);
    branch.push(current);
    current = current.parentId === null ? undefined : messagesById.get(current.parentId);
  }
  return branch.reverse();
}

/**
 * Returns the versions that a reader can switch between: all messages with the same parent and role as `message`,
 * itself included, in the order of the list.
 */
export function versionsOf<M extends { id: string; parentId: string | null; role: string }>(
  messages: readonly M[],
  message: M,
): M[] {
  return messages.filter((other) => other.parentId === message.parentId && other.role === message.role);
}

/**
 * Follows the newest child from `id` down to a leaf and returns its id; `id` itself if it has no children. That leaf
 * becomes the head when a reader switches to the version `id`.
 */
export function findNewestLeaf<M extends { id: string; parentId: string | null }>(
  messages: readonly M[],
  id: string,
): string {
  const children = Map.groupBy(messages, (message) => message.parentId);
  let leafId = id;
  const seenIds = new Set<string>();
  for (;;) {
    seenIds.add(leafId);
    const child = children.get(leafId)?.findLast((message) => !seenIds.has(message.id));
    if (!child) return leafId;
    leafId = child.id;
  }
}
