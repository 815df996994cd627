import {
  type Conversation,
  canStoreSummary,
  digestMessages,
  findSummary,
  getBranch,
  isSummarizable,
  limits,
  type Message,
  type MessageSummary,
  parseContextUse,
  summarizeMessages,
} from "@lectern/contract";
import { call } from "../../../lib/call.ts";

/** One call reads only so much, of which these are more than enough characters. */
const charactersPerCall = 400_000;
const maxCalls = 6;

/**
 * False for a branch of a conversation that only this browser has if the next question would send only its newest
 * messages, to which no summary of the whole branch applies.
 */
export const canSummarizeLocally = (branch: readonly Message[]): boolean =>
  branch.filter(isSummarizable).length + 2 <= limits.messagesPerCall;

/**
 * Has the earlier messages of a conversation that only this browser has summarized, as its last answer says. `store` stores
 * a summary, and returns false if it no longer applies. Throws CallError.
 */
export async function summarizeLocal(
  { messages, headId, accountId }: Conversation,
  store: (messageId: string, summary: MessageSummary) => Promise<boolean>,
): Promise<void> {
  const branch = getBranch(messages, headId);
  if (!canSummarizeLocally(branch)) return;
  const use = parseContextUse(branch.at(-1)?.data.state);
  const endIndex = branch.findIndex(({ id }) => id === use?.summarizeUpTo);
  if (!use || endIndex < 0) return;
  const whole = branch.slice(0, endIndex + 1);
  if (!canStoreSummary(whole, findSummary(whole, true))) return;
  const excludedIds = new Set(use.excludedIds);
  let covered = whole.filter(({ id }) => !excludedIds.has(id));
  for (let count = 0; count < maxCalls; count++) {
    const current = findSummary(covered);
    const pending = covered.slice(current ? current.index + 1 : 0).filter(isSummarizable);
    if (current?.summary.isOff || pending.length === 0) return;
    const written = await call(summarizeMessages, {
      previous: current?.summary.text ?? null,
      messages: takeBeginning(pending).map(({ role, content }) => {
        return { role: role === "assistant" ? ("assistant" as const) : ("user" as const), content };
      }),
      ...(use.maxSummaryTokens !== undefined && { maxTokens: use.maxSummaryTokens }),
      ...(accountId && { accountId }),
    });
    const last = pending[written.count - 1];
    if (!last) return;
    const excluded = branch
      .slice(
        0,
        branch.findIndex(({ id }) => id === last.id),
      )
      .filter(({ id }) => excludedIds.has(id));
    const summary = {
      text: written.text,
      digest: digestMessages(covered.slice(0, covered.indexOf(last) + 1)),
      ...(excluded.length > 0 && { excludedIds: excluded.map(({ id }) => id) }),
    };
    if (!(await store(last.id, summary))) return;
    covered = covered.map((message) => (message === last ? withSummary(message, summary) : message));
  }
}

/**
 * Adds a summary to the last message that it stands for; null: one of its messages has been changed or deleted meanwhile, so
 * that it would repeat what is gone, or the person has edited or turned off the one in its place.
 */
export function addSummary({ messages }: Conversation, messageId: string, summary: MessageSummary): Message[] | null {
  const branch = getBranch(messages, messageId);
  const excludedIds = new Set(summary.excludedIds);
  const covered = branch.filter(({ id }) => !excludedIds.has(id));
  if (branch.length === 0 || digestMessages(covered) !== summary.digest) return null;
  if (!canStoreSummary(branch, findSummary(branch, true))) return null;
  return messages.map((message) => (message.id === messageId ? withSummary(message, summary) : message));
}

/** Notes with an answer that says how full the window is why its earlier messages could not be summarized. */
export function addSummaryFailure(messages: readonly Message[], answerId: string, reason: string): Message[] {
  return messages.map((message) => {
    const { state } = message.data;
    const use = parseContextUse(state);
    if (message.id !== answerId || !use) return message;
    const context = { ...use, summaryFailure: reason.slice(0, limits.messageNoticeLength) };
    return { ...message, data: { ...message.data, state: { ...state, context } } };
  });
}

const withSummary = (message: Message, summary: MessageSummary): Message => ({
  ...message,
  data: { ...message.data, summary },
});

/** Returns the first messages whose texts have about as many characters as one call reads; at least one. */
function takeBeginning(messages: readonly Message[]): Message[] {
  let characters = 0;
  const end = messages.findIndex(({ content }, index) => {
    characters += content.length;
    return (characters > charactersPerCall && index > 0) || index === limits.messagesPerCall;
  });
  return messages.slice(0, end < 0 ? messages.length : end);
}
