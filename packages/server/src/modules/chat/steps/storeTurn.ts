import { setTimeout } from "node:timers/promises";
import { type Answer, formatAnswer, type MessageData } from "@lectern/contract";
import type { Actor, Platform } from "../../../core/context.ts";
import { retryInBackground } from "../../../core/retryInBackground.ts";
import { defineServerState } from "../../../core/serverState.ts";
import {
  type FirstTurn,
  type NewTurn,
  type OpenedTurn,
  openTurn,
  saveAnswer,
  saveAnswerPeriodically,
} from "../../conversations/service.ts";
import type { UsableModel } from "../../models/service.ts";
import type { ChatTurn } from "../chatTurn.ts";

/** Stores an answer in its cloud conversation while the answer is being generated. */
interface AnswerSaver {
  /** Starts saving the answer once a second if it has changed. */
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

const retryDelaysMs: readonly number[] = [200, 1_000];

/** Ends the background retries of an answer's last save, by user and request id. */
const pendingSaves = defineServerState(() => new Map<string, AbortController>());

/** Converts a turn of a cloud conversation to the conversation's terms. Returns null for a local conversation. */
export function toNewTurn(turn: ChatTurn, model: UsableModel): NewTurn | null {
  if (!turn.cloudIds) return null;
  const { messages, requestId, newConversation, needsProcessing } = turn;
  return {
    ...turn.cloudIds,
    messages,
    requestId,
    newConversation,
    needsProcessing,
    modelId: model.id,
    modelName: model.name,
  };
}

/**
 * Stores the sent messages and an empty answer before the model is called. `claim` resolves when this process may
 * answer the request; it inserts `firstTurn`, if there is one. Throws the errors of `openTurn`.
 */
export async function storeTurn(
  platform: Platform,
  actor: Actor,
  newTurn: NewTurn,
  getAnswer: () => Answer,
  { claim, firstTurn }: { claim: Promise<unknown>; firstTurn: FirstTurn | null },
): Promise<StoredTurn> {
  if (firstTurn) await claim;
  const openedTurn = firstTurn?.getOpened() ?? (await openTurn(platform, actor, newTurn, claim));
  const { conversationId, replyId, requestId, modelName, needsProcessing } = newTurn;
  const key = { ownerId: actor.userId, conversationId };
  // A repeated request has emptied the answer. Its earlier failure must not replace the new answer later.
  const saveName = JSON.stringify([actor.userId, requestId]);
  pendingSaves(platform).get(saveName)?.abort();
  const initialData: MessageData = {
    run: { requestId },
    modelName,
    ...(needsProcessing ? { needsProcessing } : {}),
  };
  const toMessage = (answer: Answer) => ({ id: replyId, ...toAnswerMessage(answer, initialData) });
  let stopSaving: (() => void) | undefined;
  const saver: AnswerSaver = {
    start() {
      stopSaving ??= saveAnswerPeriodically(platform, key, getAnswer, toMessage);
    },
    async finish(answer) {
      stopSaving?.();
      const save = () => saveAnswer(platform, key, toMessage(answer));
      try {
        await saveWithRetries(platform, requestId, save);
      } catch (error) {
        void saveInBackground(platform, saveName, requestId, save);
        throw error;
      }
    },
  };
  return { ...openedTurn, saver };
}

/** Tries to save an answer at its end, several times. Throws the last error. */
async function saveWithRetries(platform: Platform, requestId: string, save: () => Promise<void>): Promise<void> {
  for (const waitMs of retryDelaysMs) {
    try {
      return await save();
    } catch (error) {
      platform.log.warn({ err: error, requestId }, "an answer could not be saved at its end");
      await setTimeout(waitMs);
    }
  }
  await save();
}

/** Retries the last save of an answer for a while, unless the answer is generated again. Never rejects. */
async function saveInBackground(
  platform: Platform,
  name: string,
  requestId: string,
  save: () => Promise<void>,
): Promise<void> {
  const saves = pendingSaves(platform);
  const controller = new AbortController();
  saves.set(name, controller);
  const message = "an answer could not be saved yet";
  await retryInBackground(platform, save, { message, logFields: { requestId }, signal: controller.signal });
  if (saves.get(name) === controller) saves.delete(name);
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
