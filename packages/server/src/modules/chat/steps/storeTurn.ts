import { setTimeout } from "node:timers/promises";
import { type Answer, answerText, type MessageData } from "@lectern/contract";
import type { Actor, Platform } from "../../../core/context.ts";
import { type OpenedTurn, openTurn, saveReply } from "../../conversations/service.ts";
import type { UsableModel } from "../../models/service.ts";
import type { ChatTurn } from "../chatTurn.ts";

/** Writes the answer of a cloud conversation while it grows. */
interface ReplySaver {
  /** Writes once a second from now on, if there is something new; never two writes at once. */
  begin(): void;
  /** The last write. Resolves when the answer is kept; throws when it cannot be. */
  finish(answer: Answer): Promise<void>;
}

export interface StoredTurn extends OpenedTurn {
  saver: ReplySaver;
}

const saveEveryMs = 1_000;
const retryAfterMs: readonly number[] = [200, 1_000];

/**
 * Writes the person's message and the empty answer before the model is called. `claim`: resolves when this process may answer the
 * request. Null for a local conversation.
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
  const opening = {
    conversationId,
    modelId: model.id,
    parentId,
    messages: turn.messages,
    replyId,
    requestId: turn.requestId,
    modelName: model.name,
  };
  const opened = await openTurn(platform, actor, opening, claim);
  const base: MessageData = { run: { requestId: turn.requestId }, modelName: model.name };
  const save = (answer: Answer) =>
    saveReply(platform, actor.userId, conversationId, { id: replyId, ...replyOf(answer, base) });
  return { ...opened, saver: createReplySaver(platform, turn.requestId, getAnswer, save) };
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
        // The next write, or the last one, brings what this one did not.
        saved = null;
        platform.log.warn({ err: error, requestId }, "an answer could not be saved while it was being written");
      })
      .finally(() => {
        saving = null;
      });
  };

  return {
    begin() {
      timer ??= setInterval(saveNow, saveEveryMs);
    },
    async finish(answer) {
      if (timer) clearInterval(timer);
      timer = null;
      await saving;
      for (const waitMs of retryAfterMs) {
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

/** What of an answer is kept with its message. */
function replyOf(answer: Answer, base: MessageData): { content: string; data: MessageData } {
  return {
    content: answerText(answer),
    data: {
      ...base,
      ...(answer.reasoning !== "" ? { reasoning: answer.reasoning } : {}),
      ...(Object.keys(answer.state).length > 0 ? { state: answer.state } : {}),
      ...(answer.statuses.length > 0 ? { statuses: answer.statuses } : {}),
      ...(answer.end ? { end: answer.end } : {}),
    },
  };
}
