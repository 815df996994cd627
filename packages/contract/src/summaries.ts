import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import type { MessageData } from "./messages.ts";
import { Id, text } from "./primitives.ts";
import { runToEnd } from "./runToEnd.ts";

// A long chat does not fit into a model's context window. The summary of its earlier messages is part of the data of the
// last message that it stands for, so it belongs to the branch up to that message, and goes wherever the message goes.

/** The limits of a summary in tokens. What has less room for one is not summarized. */
export const summaryTokens = { min: 150, max: 1_500 } as const;

export const SummaryText = text(limits.summaryLength).check(z.trim(), z.minLength(1));

export const MessageSummary = z.object({
  text: SummaryText,
  /** Of the messages that it stands for, see `digestMessages`. It applies only as long as they are the same. */
  digest: z.string().check(z.maxLength(100)),
  /** Messages of the branch before its end for which it does not stand, because they were not to be sent. Absent: none. */
  excludedIds: z.optional(z.array(Id).check(z.maxLength(limits.messagesPerCall))),
  /** True: the messages are sent as they are, and nothing is summarized after them. */
  isOff: z.optional(z.boolean()),
  /** True if a person has changed the text. */
  isEdited: z.optional(z.boolean()),
});
export type MessageSummary = z.infer<typeof MessageSummary>;

interface SummarizedMessage {
  id?: string | undefined;
  role: string;
  content: string;
  data?: MessageData | undefined;
}

/** Returns the summary in a message's data; null if there is none, or another program has put something else there. */
export function parseMessageSummary(data: MessageData | undefined): MessageSummary | null {
  return data?.summary === undefined ? null : (MessageSummary.safeParse(data.summary).data ?? null);
}

/** True for a message whose text a summary stands for. Others are not sent to every model, or not at all. */
export const isSummarizable = ({ role, content }: SummarizedMessage): boolean =>
  (role === "user" || role === "assistant") && content !== "";

/** Identifies the texts of these messages. Ids do not count, so that a copy of a chat has the same digest. */
export function digestMessages(messages: readonly SummarizedMessage[]): string {
  const digest = createDigest();
  for (const message of messages) digest.add(message);
  return digest.read();
}

/** The summary that stands for the messages up to `index`. */
export interface FoundSummary {
  index: number;
  summary: MessageSummary;
}

/**
 * Returns the newest summary of a branch (oldest message first) that still applies; null: there is none. A summary does
 * not apply after one of its messages was edited or deleted. If `branch` is what is to be sent, neither does one that
 * stands for other messages; with `hasExcluded`, the branch has all messages.
 */
export function findSummary(branch: readonly SummarizedMessage[], hasExcluded = false): FoundSummary | null {
  return runToEnd(searchSummary(branch, hasExcluded));
}

/** Does what `findSummary` does in steps, because reading the texts of a long branch takes a while. */
export function* searchSummary(
  branch: readonly SummarizedMessage[],
  hasExcluded = false,
): Generator<void, FoundSummary | null> {
  const candidates: (MessageSummary | null)[] = [];
  for (const { data } of branch) {
    candidates.push(parseMessageSummary(data));
    yield;
  }
  const lastIndex = candidates.findLastIndex((candidate) => candidate !== null);
  let found: FoundSummary | null = null;
  const digest = createDigest();
  for (let index = 0; index <= lastIndex; index++) {
    const [message, summary] = [branch[index], candidates[index]];
    if (message) digest.add(message);
    yield;
    if (summary && summary.digest === digest.read()) found = { index, summary };
  }
  if (!hasExcluded) return found;
  return (yield* searchOtherChoice(branch, candidates, found?.index ?? -1)) ?? found;
}

/** Each costs another pass over the branch, which its writer may have filled with summaries. */
const maxOtherChoices = 8;

/** Returns the newest summary after `index` that stands for a choice of the messages before it. */
function* searchOtherChoice(
  branch: readonly SummarizedMessage[],
  candidates: readonly (MessageSummary | null)[],
  index: number,
): Generator<void, FoundSummary | null> {
  let checked = 0;
  for (let other = candidates.length - 1; other > index && checked < maxOtherChoices; other--) {
    const summary = candidates[other];
    if (!summary?.excludedIds?.length) continue;
    checked += 1;
    const digest = yield* digestWithout(branch.slice(0, other + 1), summary.excludedIds);
    if (summary.digest === digest) return { index: other, summary };
  }
  return null;
}

/**
 * True if a new summary may be stored with the last message of a branch, which has all messages; `newest` is the summary
 * that was found there. What a person has edited there stays, also if it is of another choice of messages. While the newest
 * one is turned off, none is added.
 */
export function canStoreSummary(branch: readonly SummarizedMessage[], newest: FoundSummary | null): boolean {
  if (!newest) return true;
  const isLast = newest.index === branch.length - 1;
  return !newest.summary.isOff && !(isLast && newest.summary.isEdited);
}

function* digestWithout(messages: readonly SummarizedMessage[], ids: readonly string[]): Generator<void, string> {
  const excluded = new Set<string | undefined>(ids);
  const digest = createDigest();
  for (const message of messages) {
    if (!excluded.has(message.id)) digest.add(message);
    yield;
  }
  return digest.read();
}

/** Returns those of the messages that have a summary, without it. */
export function withoutSummaries<M extends { data: MessageData }>(messages: readonly M[]): M[] {
  return messages.flatMap((message) => {
    if (message.data.summary === undefined) return [];
    const { summary: _, ...data } = message.data;
    return [{ ...message, data }];
  });
}

/** A 64-bit hash (cyrb64) with the number of messages. It tells texts apart, and protects nothing. */
function createDigest() {
  let [first, second, count] = [0xdeadbeef, 0x41c6ce57, 0];
  const addText = (value: string) => {
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index);
      first = Math.imul(first ^ code, 2_654_435_761);
      second = Math.imul(second ^ code, 1_597_334_677);
    }
  };
  const toHex = (value: number) => (value >>> 0).toString(16).padStart(8, "0");
  return {
    add(message: SummarizedMessage) {
      if (!isSummarizable(message)) return;
      count += 1;
      addText(`${message.role === "assistant" ? "a" : "u"}${message.content.length}:`);
      addText(message.content);
    },
    read: () => `${count}-${toHex(first)}${toHex(second)}`,
  };
}

export const summarizeMessages = defineOp({
  method: "POST",
  path: "/state/conversation/summarize",
  keyScopes: ["full_access"],
  weight: 20,
  summary:
    "Summarizes the beginning of a chat with the cheapest model, for a conversation that is not stored here. Nothing is " +
    "stored. `count` says for how many of the messages the summary stands, because one call reads only so much.",
  input: z.object({
    /** The summary of what precedes the messages; null: nothing does. */
    previous: z.nullable(SummaryText),
    messages: z
      .array(z.object({ role: z.enum(["user", "assistant"]), content: text(limits.messageLength) }))
      .check(z.minLength(1), z.maxLength(limits.messagesPerCall)),
    /** Limit of the summary, so that it leaves room for messages in the window of the model that reads it. */
    maxTokens: z.optional(z.int().check(z.minimum(summaryTokens.min), z.maximum(summaryTokens.max))),
    /** The account that pays; null or absent: the default one. */
    accountId: z.optional(z.nullable(text(limits.accountIdLength))),
  }),
  output: z.object({ text: SummaryText, count: z.int() }),
});
