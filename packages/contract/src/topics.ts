import * as z from "zod/mini";
import type { Message } from "./messages.ts";
import { Id, type JsonObject } from "./primitives.ts";
import { toVisibleLine } from "./text/replaceDeceptiveCharacters.ts";

// What a conversation is about, message by message. A model judges it; see `modules/topics` of the server.

const maxWords = 6;
const maxTitleLength = 80;
const maxDescriptionLength = 300;

/** Returns the title of a topic as one line of at most six words; empty if it has no letter or digit. */
export function toTopicTitle(text: string): string {
  const words = toVisibleLine(text).split(" ").slice(0, maxWords).join(" ");
  return /[\p{L}\p{N}]/u.test(words) ? words.slice(0, maxTitleLength).toWellFormed() : "";
}

/** Returns the description of a topic as one short line. */
export const toTopicDescription = (text: string): string =>
  toVisibleLine(text).slice(0, maxDescriptionLength).toWellFormed();

const Title = z.pipe(z.string(), z.transform(toTopicTitle)).check(z.minLength(1));
const Description = z.pipe(z._default(z.string(), ""), z.transform(toTopicDescription));

/** A topic that has ended. */
export const TopicRecord = z.object({
  /** 'start-end': the indexes of its first and its last message on the branch. */
  range: z.string().check(z.regex(/^\d{1,6}-\d{1,6}$/)),
  topic: Title,
  description: Description,
});
export type TopicRecord = z.infer<typeof TopicRecord>;

/** The fields of `Message.topicData`. */
export interface TopicData {
  /** The topic that ended with this message, if the message after it has a `currentTopic`. */
  pastTopic?: TopicRecord;
  /** The title of the topic that starts with this message. */
  currentTopic?: string;
}

/** Returns the topic data of a message, of which an imported message may have anything. */
export function parseTopicData({ topicData }: Pick<Message, "topicData">): TopicData {
  const pastTopic = TopicRecord.safeParse(topicData?.pastTopic);
  const currentTopic = Title.safeParse(topicData?.currentTopic);
  return {
    ...(pastTopic.success && { pastTopic: pastTopic.data }),
    ...(currentTopic.success && { currentTopic: currentTopic.data }),
  };
}

/** Messages of a branch that are about one topic. */
export interface TopicRange {
  /** The index of its first message. */
  start: number;
  /** The index after its last message. */
  end: number;
  /** Null if nobody has named it: the first topic has no title until it ends. */
  title: string | null;
  description: string;
}

/**
 * Divides a branch into its topics, oldest first: one starts at each question with a title. Positions count and not the
 * ranges of the records, because messages may have been deleted.
 */
export function listTopics(branch: readonly (Pick<Message, "topicData"> & { role: string })[]): TopicRange[] {
  const data = branch.map((message) => (message.topicData ? parseTopicData(message) : {}));
  const startsTopic = (index: number) => branch[index]?.role !== "assistant" && data[index]?.currentTopic !== undefined;
  const starts = branch.flatMap((_, index) => (index === 0 || startsTopic(index) ? [index] : []));
  return starts.map((start, index): TopicRange => {
    const end = starts[index + 1] ?? branch.length;
    const record = end < branch.length ? data[end - 1]?.pastTopic : undefined;
    const title = record?.topic ?? data[start]?.currentTopic ?? null;
    return { start, end, title, description: record?.description ?? "" };
  });
}

/** A topic that a question starts: its title, and the topic that ended before the question. */
export const NewTopic = z.object({ title: Title, past: TopicRecord });
export type NewTopic = z.infer<typeof NewTopic>;

/** Messages of a topic with which an answer was not written. */
export const LeftOutTopic = z.object({
  /** Null: nobody has named it. */
  title: z.nullable(Title),
  /** The first and the last message, between which nothing was sent. */
  firstId: Id,
  lastId: Id,
  /** The number of messages that would have been sent. */
  count: z.int().check(z.minimum(1)),
});
export type LeftOutTopic = z.infer<typeof LeftOutTopic>;

/** What an answer says of the topics, as `state.focus`. */
export const AnswerFocus = z.object({
  leftOut: z.array(LeftOutTopic).check(z.maxLength(1_000)),
  /** Absent: the question does not start a topic. */
  newTopic: z.optional(NewTopic),
});
export type AnswerFocus = z.infer<typeof AnswerFocus>;

/** Returns what an answer says of the topics; null if all earlier messages were sent and no topic started. */
export function parseAnswerFocus(state: JsonObject | undefined): AnswerFocus | null {
  return state?.focus === undefined ? null : (AnswerFocus.safeParse(state.focus).data ?? null);
}

export const countLeftOut = ({ leftOut }: AnswerFocus): number => leftOut.reduce((sum, { count }) => sum + count, 0);

/**
 * Returns the messages with the topic that the question of an answer starts: its title on the question, and the record of
 * the topic before it on the message before the question. Returns the same list if the answer starts none, or if the
 * question has a title: an answer that was judged without knowing it must not replace it.
 */
export function withNewTopic(messages: Message[], answer: Pick<Message, "parentId" | "data">): Message[] {
  const newTopic = parseAnswerFocus(answer.data.state)?.newTopic;
  const question = newTopic && messages.find(({ id }) => id === answer.parentId);
  if (!newTopic || !question || parseTopicData(question).currentTopic !== undefined) return messages;
  return messages.map((message) => {
    if (message === question) return { ...message, topicData: { ...message.topicData, currentTopic: newTopic.title } };
    if (message.id !== question.parentId) return message;
    return { ...message, topicData: { ...message.topicData, pastTopic: newTopic.past } };
  });
}
