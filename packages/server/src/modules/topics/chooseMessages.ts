import { type AnswerFocus, type LeftOutTopic, listTopics, type NewTopic, type TopicRange } from "@lectern/contract";
import type { HistoryMessage, MessageSelection } from "../../core/run/run.ts";

/** The newest exchanges before the question, which are always sent: a question often refers to them. */
const latestExchanges = 2;
/**
 * Without this many messages and characters before the latest exchanges, judging costs more than it saves: a judgement
 * reads up to 7,000 characters and its instruction, delays the answer, and most questions continue a topic.
 */
const minMessages = 4;
const minLength = 8_000;
/** Fewer characters are sent anyway. */
const minLeftOutLength = 1_000;

/** What a model has judged about the topics of a history, which are those of `listEarlierTopics`. */
export interface Judgement {
  /** The indexes of the topics that the question needs. */
  needed: ReadonlySet<number>;
  /** The title of the topic that the question starts, and what the topic before it was about; null: it starts none. */
  newTopic: { title: string; pastTitle: string; pastDescription: string } | null;
}

interface Choice {
  selection: MessageSelection;
  /** Null: everything is sent and no topic starts. */
  focus: AnswerFocus | null;
}

/** True if so much precedes the latest exchanges that a part of it may be left out. */
export function isWorthJudging(history: readonly HistoryMessage[]): boolean {
  const candidates = history.slice(0, findLatestStart(history)).filter(isSent);
  return candidates.length >= minMessages && countCharacters(candidates) >= minLength;
}

/** Lists the topics before the question, oldest first. The last one is the current topic. */
export function listEarlierTopics(history: readonly HistoryMessage[]): TopicRange[] {
  const questionIndex = history.length - 1;
  return listTopics(history)
    .filter(({ start }) => start < questionIndex)
    .map((topic) => ({ ...topic, end: Math.min(topic.end, questionIndex) }));
}

/** True if an earlier answer to the question has found that it starts a topic. */
const startsTopic = (history: readonly HistoryMessage[]) => listTopics(history).at(-1)?.start === history.length - 1;

/**
 * Chooses the messages to send: those of the topics that the question needs and of the one that it continues, and the
 * latest exchanges. Only what precedes the question can be left out, so the judgement adds no text.
 */
export function chooseMessages(history: readonly HistoryMessage[], { needed, newTopic }: Judgement): Choice {
  const topics = listEarlierTopics(history);
  const isStarted = startsTopic(history);
  const latestStart = findLatestStart(history);
  const currentIndex = topics.length - 1;
  const isLeftOut = (index: number) => !needed.has(index) && (index !== currentIndex || newTopic !== null || isStarted);
  const parts = topics.flatMap(({ start, end, title }, index) => {
    const messages = isLeftOut(index) ? history.slice(start, Math.min(end, latestStart)) : [];
    const pastTitle = index === currentIndex ? (newTopic?.pastTitle ?? null) : null;
    return messages.some(isSent) ? [{ title: title ?? pastTitle, messages }] : [];
  });
  const leftOut = parts.flatMap(({ messages }) => messages);
  const isEnough = countCharacters(leftOut) >= minLeftOutLength;
  const dropped = new Set(isEnough ? leftOut : []);
  const focus: AnswerFocus = {
    leftOut: isEnough ? parts.flatMap(({ title, messages }) => toLeftOutTopic(title, messages)) : [],
    ...(newTopic && !isStarted && { newTopic: toNewTopic(newTopic, topics[currentIndex]) }),
  };
  return {
    selection: {
      sent: history.filter((message) => !dropped.has(message)),
      leftOut: history.filter((message) => dropped.has(message)),
    },
    focus: focus.leftOut.length === 0 && !focus.newTopic ? null : focus,
  };
}

/** Leaves out what the first part of an answer was written without. */
export function leaveOutAgain(
  history: readonly HistoryMessage[],
  focus: AnswerFocus | null,
): MessageSelection | undefined {
  if (!focus || focus.leftOut.length === 0) return undefined;
  const indexes = new Map(history.map(({ id }, index) => [id, index]));
  const ranges = focus.leftOut.flatMap(({ firstId, lastId }) => {
    const [first, last] = [indexes.get(firstId), indexes.get(lastId)];
    return first === undefined || last === undefined ? [] : [{ first, last }];
  });
  const questionIndex = history.length - 1;
  const isLeftOut = (index: number) =>
    index < questionIndex && ranges.some(({ first, last }) => index >= first && index <= last);
  return {
    sent: history.filter((_, index) => !isLeftOut(index)),
    leftOut: history.filter((_, index) => isLeftOut(index)),
  };
}

/** Returns the index of the message with which the latest exchanges start. */
function findLatestStart(history: readonly HistoryMessage[]): number {
  const questions = history.slice(0, -1).flatMap(({ role }, index) => (role === "assistant" ? [] : [index]));
  return questions.at(-latestExchanges) ?? 0;
}

/** False for an answer that failed: the model gets no empty messages. */
const isSent = ({ content, data }: HistoryMessage): boolean => content !== "" || (data?.dataSources ?? []).length > 0;

const countCharacters = (messages: readonly HistoryMessage[]): number =>
  messages.reduce((sum, { content }) => sum + content.length, 0);

function toLeftOutTopic(title: string | null, messages: readonly HistoryMessage[]): LeftOutTopic[] {
  const sent = messages.filter(isSent);
  const [firstId, lastId] = [sent[0]?.id, sent.at(-1)?.id];
  return firstId === undefined || lastId === undefined ? [] : [{ title, firstId, lastId, count: sent.length }];
}

function toNewTopic(
  { title, pastTitle, pastDescription }: NonNullable<Judgement["newTopic"]>,
  current: TopicRange | undefined,
): NewTopic {
  const { start, end } = current ?? { start: 0, end: 1 };
  const range = `${start}-${end - 1}`;
  return { title, past: { range, topic: pastTitle, description: pastDescription } };
}
