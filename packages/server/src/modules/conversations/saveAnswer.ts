import { type AnswerEnd, hasWaitingStep, type Message } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import { createPeriodicBatch } from "../../platform/periodicBatch.ts";
import {
  type AnswerUpdate,
  type ConversationKey,
  endOpenAnswer,
  updateEndedAnswer,
  updateUnfinishedAnswers,
} from "./messages/repository.ts";
import { publishRun, publishSaved } from "./publishConversations.ts";
import { toStorableJson, toStorableText } from "./toStorableJson.ts";

/** The fields of the message that stores an answer. */
type AnswerMessage = Pick<Message, "id" | "content" | "data">;

/** The data of a run's answer never exceeds these limits. */
const answerDataLimits = { depth: 200, values: Number.POSITIVE_INFINITY, names: Number.POSITIVE_INFINITY };
const saveIntervalMs = 1_000;
/** Characters of the answers that one statement stores. */
const maxCharsPerWrite = 1_000_000;

/**
 * Stores an answer that has ended, and moves the conversation to the front of the list. Does nothing if the message has
 * been deleted or belongs to another run.
 */
export async function saveEndedAnswer(platform: Platform, key: ConversationKey, answer: AnswerMessage): Promise<void> {
  const update = toStorableAnswer(platform, answer);
  const revision = await updateEndedAnswer(platform.db, key, update, platform.clock.now());
  const { run } = answer.data;
  if (run) publishRun(platform, key, run.requestId, hasWaitingStep(answer.data) ? "waiting" : "ended", revision);
  else publishSaved(platform, key, revision);
}

/** Sets the end of an answer that this process has opened for a request, unless the answer already has an end. */
export async function endAnswer(
  platform: Platform,
  key: ConversationKey,
  { id, requestId }: { id: string; requestId: string },
  end: AnswerEnd,
): Promise<void> {
  const run = { requestId, processId: platform.processes.id };
  await endOpenAnswer(platform.db, JSON.stringify(end), { ...key, id, run });
  publishRun(platform, key, requestId, "ended");
}

const unfinishedAnswers = defineServerState(({ db }: Pick<Platform, "db">) =>
  createPeriodicBatch<Parameters<typeof updateUnfinishedAnswers>[1][number]>({
    intervalMs: saveIntervalMs,
    maxWriteSize: maxCharsPerWrite,
    getSize: ({ content, data }) => content.length + data.length,
    write: (answers) => updateUnfinishedAnswers(db, answers),
  }),
);

/**
 * Stores an unfinished answer once a second if it has changed, together with the other answers of this process.
 * `getAnswer` returns a new object after each change. Returns a function that stops this. A write in progress cannot
 * overwrite the end of the answer.
 */
export function saveAnswerPeriodically<Answer>(
  platform: Platform,
  key: ConversationKey,
  requestId: string,
  getAnswer: () => Answer,
  toMessage: (answer: Answer) => AnswerMessage,
): () => void {
  let savedAnswer: Answer | null = null;
  return unfinishedAnswers(platform).add({
    collect() {
      const answer = getAnswer();
      if (answer === savedAnswer) return null;
      savedAnswer = answer;
      return { ...key, ...toStorableAnswer(platform, toMessage(answer)) };
    },
    onFailure(error) {
      // Save again after the next interval, even if the answer does not change.
      savedAnswer = null;
      platform.log.warn({ err: error, requestId }, "an answer could not be saved while it was being written");
    },
  });
}

function toStorableAnswer(platform: Platform, { id, content, data }: AnswerMessage): AnswerUpdate {
  const { run } = data;
  const completedData = { ...data, ...(run ? { run: { ...run, processId: platform.processes.id } } : {}) };
  return {
    id,
    content: toStorableText(content),
    data: JSON.stringify(toStorableJson(completedData, answerDataLimits)),
  };
}
