import { type Conversation, getBranch, type Message } from "@lectern/contract";

/** A message of the shown branch with the other versions of it. */
export interface ShownMessage {
  message: Message;
  /** Ids of the messages that stand in the same key, oldest first, this one included. */
  versionIds: readonly string[];
}

const one: readonly string[] = [];

/**
 * The shown branch with each message's versions, in one pass over the tree; and, where the conversation went on past a question
 * that was not answered, how that failed. `thread` as `getBranch` gives it.
 */
export function withVersions(messages: readonly Message[], thread: readonly Message[]): ShownMessage[] {
  if (messages.length === thread.length) return thread.map((message) => ({ message, versionIds: one }));
  const idsByGroup = new Map<string, string[]>();
  for (const message of messages) {
    const key = versionGroupKey(message);
    const ids = idsByGroup.get(key);
    if (ids) ids.push(message.id);
    else idsByGroup.set(key, [message.id]);
  }
  return thread.flatMap((message, index) => {
    const shown = { message, versionIds: idsByGroup.get(versionGroupKey(message)) ?? one };
    const failed = findBypassedFailure(messages, thread, index);
    return failed ? [shown, { message: failed, versionIds: one }] : [shown];
  });
}

/** Whether the conversation went on past this answer, which never got a text. */
export function isBypassed({ messages, headId }: Pick<Conversation, "messages" | "headId">, reply: Message): boolean {
  if (reply.content !== "") return false;
  return !getBranch(messages, headId).some(({ id, parentId }) => id === reply.id || parentId === reply.id);
}

/** How the question at this place failed, where the next question stands right behind it and it was not asked again since. */
function findBypassedFailure(messages: readonly Message[], thread: readonly Message[], index: number): Message | null {
  const asked = thread[index];
  // Looked at first: to cut the rest off at each message would take the square of their number.
  if (asked?.role !== "user" || thread[index + 1]?.role !== "user") return null;
  const later = thread.slice(index + 1);
  if (later.some(({ role, content }) => role === "user" && content === asked.content)) return null;
  const isFailure = ({ parentId, role, content, data }: Message) =>
    parentId === asked.id && role === "assistant" && content === "" && data.end !== undefined;
  return messages.findLast(isFailure) ?? null;
}

function versionGroupKey({ parentId, role }: Message): string {
  return `${role} ${parentId ?? ""}`;
}
