import type { HistoryMessage } from "../../core/run/run.ts";
import { listEarlierTopics } from "./chooseMessages.ts";

/** Limits in UTF-16 code units and numbers, so that a judgement of a long conversation stays quick and cheap. */
const maxTopics = 50;
const maxMessages = 12;
const maxMessageLength = 400;
const maxLatestLength = 2_000;

/**
 * Builds what the model gets: the ended topics by their titles, the newest messages of the current topic, and the question.
 * It is JSON, in which no text can leave its string. Topics are numbered by their index plus one.
 */
export function buildJudgementMaterial(history: readonly HistoryMessage[]): string {
  const topics = listEarlierTopics(history);
  const numberedTopics = topics.map(({ title, description }, index) => ({
    number: index + 1,
    title: title ?? "",
    description,
  }));
  const current = topics.at(-1);
  const messages = history
    .slice(current?.start ?? 0, -1)
    .filter(({ role, content }) => role !== "system" && content.trim() !== "");
  return JSON.stringify({
    topics: numberedTopics.slice(0, -1).slice(-maxTopics),
    current: {
      number: topics.length,
      title: current?.title ?? "",
      // With its beginning, which says what the topic is.
      messages: [...messages.slice(0, 1), ...messages.slice(1).slice(-maxMessages + 1)].map(toEntry),
    },
    latest: shorten(history.at(-1)?.content ?? "", maxLatestLength),
  });
}

const toEntry = ({ role, content }: HistoryMessage) => ({
  from: role === "assistant" ? "assistant" : "person",
  text: shorten(content, maxMessageLength),
});

/** Shortens a text to its beginning and its end. */
function shorten(text: string, length: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= length) return trimmed.toWellFormed();
  return `${trimmed.slice(0, length / 2)} … ${trimmed.slice(-length / 2)}`.toWellFormed();
}

/** Topics that are too old to be listed are not judged. */
export const countUnlistedTopics = (topicCount: number): number => Math.max(0, topicCount - 1 - maxTopics);
