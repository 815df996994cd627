import { type Conversation, getBranch, type Message } from "@lectern/contract";

/** A message of the shown branch with the ids of its versions. */
export interface ShownMessage {
  message: Message;
  /**
   * The ids of all versions of the message, oldest first, including its own id. Other answers that failed without text
   * are left out: there is nothing to read in them. May be empty if there is only one version.
   */
  versionIds: readonly string[];
}

const noVersionIds: readonly string[] = [];

/**
 * Returns the messages of a branch with their versions. If the conversation continues after a failed answer, the failed
 * answer is included after its question. `branch`: the result of `getBranch`.
 */
export function withVersions(messages: readonly Message[], branch: readonly Message[]): ShownMessage[] {
  if (messages.length === branch.length) return branch.map((message) => ({ message, versionIds: noVersionIds }));
  const shownIds = new Set(branch.map(({ id }) => id));
  const idsByGroup = new Map<string, string[]>();
  for (const message of messages) {
    if (hasFailedEmpty(message) && !shownIds.has(message.id)) continue;
    const key = getVersionGroupKey(message);
    const ids = idsByGroup.get(key);
    if (ids) ids.push(message.id);
    else idsByGroup.set(key, [message.id]);
  }
  return branch.flatMap((message, index) => {
    const shownMessage = { message, versionIds: idsByGroup.get(getVersionGroupKey(message)) ?? noVersionIds };
    const failedAnswer = findBypassedFailure(messages, branch, index);
    return failedAnswer ? [shownMessage, { message: failedAnswer, versionIds: noVersionIds }] : [shownMessage];
  });
}

/** True if an answer has neither text nor steps. The conversation can continue from its question. */
export function isEmptyAnswer({ role, content, data }: Pick<Message, "role" | "content" | "data">): boolean {
  return role === "assistant" && content === "" && (data.steps ?? []).length === 0;
}

function hasFailedEmpty(message: Message): boolean {
  return message.data.end?.end === "failed" && isEmptyAnswer(message);
}

/** True if the answer is empty and not on the shown branch: the conversation continues after its question. */
export function isBypassed({ messages, headId }: Pick<Conversation, "messages" | "headId">, answer: Message): boolean {
  if (!isEmptyAnswer(answer)) return false;
  return !getBranch(messages, headId).some(({ id, parentId }) => id === answer.id || parentId === answer.id);
}

/**
 * Returns the failed answer to the question at `index` of the branch, if another question follows directly and the same
 * question is not asked again; otherwise null.
 */
function findBypassedFailure(messages: readonly Message[], branch: readonly Message[], index: number): Message | null {
  const question = branch[index];
  // Checked first: slicing the branch at every message would take quadratic time.
  if (question?.role !== "user" || branch[index + 1]?.role !== "user") return null;
  const laterMessages = branch.slice(index + 1);
  if (laterMessages.some(({ role, content }) => role === "user" && content === question.content)) return null;
  const isFailure = (message: Message) =>
    message.parentId === question.id && isEmptyAnswer(message) && message.data.end !== undefined;
  return messages.findLast(isFailure) ?? null;
}

function getVersionGroupKey({ parentId, role }: Message): string {
  return `${role} ${parentId ?? ""}`;
}
