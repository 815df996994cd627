import { setTimeout } from "node:timers/promises";
import { type Answer, answerText, type MessageData } from "@lectern/contract";
import type { Actor, Platform } from "../../../core/context.ts";
import { type OpenedTurn, openTurn, saveReply } from "../../conversations/service.ts";
import type { UsableModel } from "../../models/service.ts";
import type { ChatTurn } from "../chatTurn.ts";

/** Stores the answer of a cloud conversation while it is being generated. */
interface ReplySaver {
  /** Starts saving the answer once a second if it has changed, one write at a time. */
  start(): void;
  /** Makes the last write. Resolves when the answer has been stored, and throws if the write fails. */
  finish(answer: Answer): Promise<void>;
}

export interface StoredTurn extends OpenedTurn {
  saver: ReplySaver;
}

const saveIntervalMs = 1_000;
const retryDelaysMs: readonly number[] = [200, 1_000];

/**
 * Stores the person's message and the empty answer before the model is called. `claim` resolves when this process may
 * answer the request. Returns null for a local conversation.
 */
export async function storeTurn(
  platform: Platform,
  actor: Actor,
  turn: ChatTurn,
  model: UsableModel,
  getAnswer: () => Answer,
  claim: Promise<unknown>,
): Promise<StoredTurn | null> {
  if (!turn.cloud) return null;
  const { conversationId, parentId, replyId } = turn.cloud;
  const newTurn = {
    conversationId,
    modelId: model.id,
    parentId,
    messages: turn.messages,
    replyId,
    requestId: turn.requestId,
    modelName: model.name,
  };
  const openedTurn = await openTurn(platform, actor, newTurn, claim);
  const initialData: MessageData = { run: { requestId: turn.requestId }, modelName: model.name };
  const save = (answer: Answer) =>
    saveReply(platform, actor.userId, conversationId, { id: replyId, ...toReply(answer, initialData) });
  return { ...openedTurn, saver: createReplySaver(platform, turn.requestId, getAnswer, save) };
}

function createReplySaver(
  platform: Platform,
  requestId: string,
  getAnswer: () => Answer,
  save: (answer: Answer) => Promise<void>,
): ReplySaver {
  let timer: NodeJS.Timeout | null = null;
  let saved: Answer | null = null;
  let saving: Promise<void> | null = null;

  const saveNow = () => {
    const answer = getAnswer();
    if (saving || answer === saved) return;
    saved = answer;
    saving = save(answer)
      .catch((error: unknown) => {
        // The next write stores the text that this one did not store.
        saved = null;
        platform.log.warn({ err: error, requestId }, "an answer could not be saved while it was being written");
      })
      .finally(() => {
        saving = null;
      });
  };

  return {
    start() {
      timer ??= setInterval(saveNow, saveIntervalMs);
    },
    async finish(answer) {
      if (timer) clearInterval(timer);
      timer = null;
      await saving;
      for (const waitMs of retryDelaysMs) {
        try {
          return await save(answer);
        } catch (error) {
          platform.log.warn({ err: error, requestId }, "an answer could not be saved at its end");
          await setTimeout(waitMs);
        }
      }
      await save(answer);
    },
  };
}

/** Returns the fields of the message that stores the answer. */
function toReply(answer: Answer, initialData: MessageData): { content: string; data: MessageData } {
  return {
    content: answerText(answer),
    data: {
      ...initialData,
      ...(answer.reasoning !== "" ? { reasoning: answer.reasoning } : {}),
      ...(Object.keys(answer.state).length > 0 ? { state: answer.state } : {}),
      ...(answer.statuses.length > 0 ? { statuses: answer.statuses } : {}),
      ...(answer.end ? { end: answer.end } : {}),
    },
  };
}
