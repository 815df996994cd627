import { setTimeout } from "node:timers/promises";
import { type Answer, formatAnswer, type MessageData, toArtifactData } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Actor, Platform, Run } from "../../../core/context.ts";
import { retryInBackground } from "../../../core/retryInBackground.ts";
import type { ChatTurn } from "../../../core/run/chatTurn.ts";
import { defineServerState } from "../../../core/serverState.ts";
import type { OwnerId } from "../../access/service.ts";
import { getOwnerId } from "../../access/service.ts";
import { toAssistantState } from "../../assistants/service.ts";
import {
  buildAnswerData,
  endAnswer,
  type FirstTurn,
  type NewTurn,
  type OpenedTurn,
  openTurn,
  saveAnswerPeriodically,
  saveEndedAnswer,
} from "../../conversations/service.ts";
import { toAppError } from "../toAppError.ts";

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

const createSaveName = (userId: string, requestId: string) => JSON.stringify([userId, requestId]);

/** Converts a turn of a cloud conversation to the conversation's terms. Returns null for a local conversation. */
export function toNewTurn(turn: ChatTurn, { model, assistant }: Pick<Run, "model" | "assistant">): NewTurn | null {
  if (!turn.cloudIds) return null;
  const { messages, requestId, newConversation, needsProcessing } = turn;
  return {
    ...turn.cloudIds,
    messages,
    requestId,
    newConversation,
    needsProcessing,
    ...(turn.codeInterpreter ? { codeInterpreterAssistantId: turn.codeInterpreter.assistantId } : {}),
    initialState: assistant ? toAssistantState(assistant) : undefined,
    modelId: model.id,
    modelName: model.name,
  };
}

/**
 * Stores a turn before the model is called, with `open`: the sent messages and an empty answer. Throws the errors of
 * `open`.
 */
export async function storeTurn(
  platform: Platform,
  actor: Actor,
  newTurn: NewTurn,
  getAnswer: () => Answer,
  open: () => Promise<OpenedTurn>,
): Promise<StoredTurn> {
  const { conversationId, replyId, requestId } = newTurn;
  const key = { ownerId: getOwnerId(actor), conversationId };
  const openedTurn = await open().catch((error: unknown) => {
    if (!(error instanceof AppError)) endInBackground(platform, key, newTurn, error);
    throw error;
  });
  // A repeated request has emptied the answer. Its earlier failure must not replace the new answer later.
  const saveName = createSaveName(getOwnerId(actor), requestId);
  pendingSaves(platform).get(saveName)?.abort();
  const initialData = buildAnswerData(newTurn);
  const toMessage = (answer: Answer) => ({ id: replyId, ...toAnswerMessage(answer, initialData) });
  let stopSaving: (() => void) | undefined;
  const saver: AnswerSaver = {
    start() {
      stopSaving ??= saveAnswerPeriodically(platform, key, requestId, getAnswer, toMessage);
    },
    async finish(answer) {
      stopSaving?.();
      const save = () => saveEndedAnswer(platform, key, toMessage(answer));
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

/**
 * Stores the sent messages and an empty answer. `claim` resolves when this process may answer the request; it inserts
 * `firstTurn`, if there is one. Throws the errors of `openTurn`.
 */
export async function openWithClaim(
  platform: Platform,
  actor: Actor,
  newTurn: NewTurn,
  { claim, firstTurn }: { claim: Promise<unknown>; firstTurn: FirstTurn | null },
): Promise<OpenedTurn> {
  if (firstTurn) await claim;
  return firstTurn?.getOpened() ?? (await openTurn(platform, actor, newTurn, claim));
}

/**
 * Ends the answer of a turn that could not be opened. The turn may be stored although the database's response was lost.
 * The reaper would end its answer only after this process, and until then nothing could be deleted next to it.
 */
function endInBackground(
  platform: Platform,
  key: { ownerId: OwnerId; conversationId: string },
  { replyId, requestId }: NewTurn,
  error: unknown,
): void {
  const saveName = createSaveName(key.ownerId, requestId);
  // An earlier run of the same request is already retrying to store the answer with its end.
  if (pendingSaves(platform).has(saveName)) return;
  const { code, userMessage: message } = toAppError(error);
  const end = () => endAnswer(platform, key, { id: replyId, requestId }, { end: "failed", code, message });
  void saveInBackground(platform, saveName, requestId, end);
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
      ...(answer.steps.length > 0 ? { steps: answer.steps } : {}),
      ...(answer.statuses.length > 0 ? { statuses: answer.statuses } : {}),
      ...toArtifactData(answer),
      ...(answer.end ? { end: answer.end } : {}),
    },
  };
}
