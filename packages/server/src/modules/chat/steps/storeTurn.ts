import { setTimeout } from "node:timers/promises";
import { type Answer, formatAnswer, type MessageData } from "@lectern/contract";
import type { Actor, Platform } from "../../../core/context.ts";
import { type OpenedTurn, openTurn, saveAnswer } from "../../conversations/service.ts";
import type { UsableModel } from "../../models/service.ts";
import type { ChatTurn } from "../chatTurn.ts";
import { retryInBackground } from "./retryInBackground.ts";

/** Stores an answer in its cloud conversation while the answer is being generated. */
interface AnswerSaver {
  /** Starts saving the answer once a second if it has changed, one write at a time. */
  start(): void;
  /**
   * Ends the periodic saving and stores the complete answer. If all attempts fail, throws and retries in the background
   * for a while.
   */
  finish(answer: Answer): Promise<void>;
}

export interface StoredTurn extends OpenedTurn {
  saver: AnswerSaver;
}

const saveIntervalMs = 1_000;
const retryDelaysMs: readonly number[] = [200, 1_000];

/**
 * Stores the sent messages and an empty answer before the model is called. `claim` resolves when this process may
 * answer the request. Returns null for a local conversation. Throws the errors of `openTurn`.
 */
export async function storeTurn(
  platform: Platform,
  actor: Actor,
  turn: ChatTurn,
  model: UsableModel,
  getAnswer: () => Answer,
  claim: Promise<unknown>,
): Promise<StoredTurn | null> {
  if (!turn.cloudIds) return null;
  const { conversationId, parentId, replyId } = turn.cloudIds;
  const { needsProcessing } = turn;
  const newTurn = {
    conversationId,
    modelId: model.id,
    parentId,
    messages: turn.messages,
    replyId,
    requestId: turn.requestId,
    modelName: model.name,
    needsProcessing,
  };
  const openedTurn = await openTurn(platform, actor, newTurn, claim);
  const initialData: MessageData = {
    run: { requestId: turn.requestId },
    modelName: model.name,
    ...(needsProcessing ? { needsProcessing } : {}),
  };
  const save = (answer: Answer) =>
    saveAnswer(platform, actor.userId, conversationId, { id: replyId, ...toAnswerMessage(answer, initialData) });
  return { ...openedTurn, saver: createAnswerSaver(platform, turn.requestId, getAnswer, save) };
}

function createAnswerSaver(
  platform: Platform,
  requestId: string,
  getAnswer: () => Answer,
  save: (answer: Answer) => Promise<void>,
): AnswerSaver {
  let saveTimer: NodeJS.Timeout | null = null;
  let savedAnswer: Answer | null = null;
  let pendingSave: Promise<void> | null = null;

  const saveNow = () => {
    const answer = getAnswer();
    if (pendingSave || answer === savedAnswer) return;
    savedAnswer = answer;
    pendingSave = save(answer)
      .catch((error: unknown) => {
        // Save again after the next interval, even if the answer does not change.
        savedAnswer = null;
        platform.log.warn({ err: error, requestId }, "an answer could not be saved while it was being written");
      })
      .finally(() => {
        pendingSave = null;
      });
  };

  return {
    start() {
      saveTimer ??= setInterval(saveNow, saveIntervalMs);
    },
    async finish(answer) {
      if (saveTimer) clearInterval(saveTimer);
      saveTimer = null;
      await pendingSave;
      for (const waitMs of retryDelaysMs) {
        try {
          return await save(answer);
        } catch (error) {
          platform.log.warn({ err: error, requestId }, "an answer could not be saved at its end");
          await setTimeout(waitMs);
        }
      }
      try {
        await save(answer);
      } catch (error) {
        void retryInBackground(platform, () => save(answer), "an answer could not be saved yet", { requestId });
        throw error;
      }
    },
  };
}

/** Returns the fields of the message that stores the answer. */
function toAnswerMessage(answer: Answer, initialData: MessageData): { content: string; data: MessageData } {
  return {
    content: formatAnswer(answer),
    data: {
      ...initialData,
      ...(answer.reasoning !== "" ? { reasoning: answer.reasoning } : {}),
      ...(Object.keys(answer.state).length > 0 ? { state: answer.state } : {}),
      ...(answer.statuses.length > 0 ? { statuses: answer.statuses } : {}),
      ...(answer.end ? { end: answer.end } : {}),
    },
  };
}
