import type { Answer, TokenUsage } from "@lectern/contract";
import type { Actor, Platform } from "../../../core/context.ts";
import type { TokenCounter } from "../../../platform/tokenCounter.ts";
import type { UsableModel } from "../../models/service.ts";
import { updateOpenUsage, settleUsage, type UsageSettlement } from "../../usage/service.ts";
import type { ChatTurn } from "../chatTurn.ts";
import type { ModelOutcome } from "./callModel.ts";
import { claimRun } from "./claimRun.ts";
import { estimateInput, estimateUsage, hasOutput, roughOutputTokens, type ModelInput } from "./estimateUsage.ts";

/** What a call has cost, known once it is over. */
export interface UsageRecord {
  /** The row's. */
  id: string;
  /**
   * From now on notes on the open row, now and then, about how much has been read and written: the process may die before it can
   * settle. Counts only.
   */
  begin(sent: ModelInput, getAnswer: () => Answer): void;
  /**
   * `sent`: what the model was given, null where it was not called; `answer`: what it said. Counted here where its server did not. Throws
   * where the database does not take it, and then tries again by itself for a while.
   */
  settle(outcome: ModelOutcome, sent: ModelInput | null, answer: Answer): Promise<void>;
}

/** Most answers end before the second note. */
const firstNoteMs = 1_000;
const noteEveryMs = 5_000;
/** As long as a database takes to come back; together about ten minutes. */
const settleAgainMs: readonly number[] = [1_000, 5_000, 30_000, 120_000, 480_000];

const nothing: TokenUsage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

/**
 * Opens the row before the call, so that no call goes unrecorded. Of a local conversation not even the id is written. Throws
 * ClaimedElsewhereError where another process has the row of this request.
 */
export async function recordUsage(
  platform: Platform,
  tokens: TokenCounter,
  actor: Actor,
  turn: ChatTurn,
  model: UsableModel,
): Promise<UsageRecord> {
  const id = await claimRun(platform, {
    userId: actor.userId,
    requestId: turn.requestId,
    conversationId: turn.cloud?.conversationId ?? null,
    hashedConversationId: turn.conversationId,
    model,
  });
  let timer: NodeJS.Timeout | undefined;
  return {
    id,
    begin(sent, getAnswer) {
      if (model.isGuide) return;
      let inputTokens: number | null = null;
      const note = async () => {
        inputTokens ??= await estimateInput(tokens, sent);
        await updateOpenUsage(platform, id, { ...nothing, inputTokens, outputTokens: roughOutputTokens(getAnswer()) });
      };
      const noteAfter = (ms: number) => {
        timer = setTimeout(() => {
          const before = timer;
          note()
            .catch((error: unknown) => {
              platform.log.warn({ err: error, requestId: turn.requestId }, "usage could not be noted");
            })
            .finally(() => {
              // Unless it was settled meanwhile.
              if (timer === before) noteAfter(noteEveryMs);
            });
        }, ms);
      };
      noteAfter(firstNoteMs);
    },
    async settle(outcome, sent, answer) {
      clearTimeout(timer);
      timer = undefined;
      const counted = sent && !model.isGuide ? await countedUsage(tokens, outcome, sent, answer) : null;
      const { usage, isEstimate } = counted ?? { usage: outcome.usage ?? nothing, isEstimate: false };
      const settlement = { usage, isEstimate, outcome: outcome.end };
      try {
        await settleUsage(platform, id, settlement);
      } catch (error) {
        void settleLater(platform, id, settlement);
        throw error;
      }
    },
  };
}

/**
 * A row that stays open keeps what was set aside for it from its person for as long as this process lives. Never rejects. A process that
 * ends is not held up: whoever finds it dead settles its rows.
 */
async function settleLater(platform: Platform, id: string, settlement: UsageSettlement): Promise<void> {
  const { signal } = new AbortController();
  for (const waitMs of settleAgainMs) {
    await platform.wait(waitMs, signal);
    if (platform.runLog.isEnding()) return;
    try {
      return await settleUsage(platform, id, settlement);
    } catch (error) {
      platform.log.warn({ err: error, usageId: id }, "a call could not be settled yet");
    }
  }
}

/**
 * The model server's own count where the answer was read to its end. It counts nothing where it failed before its first word. Where a
 * call ended early the last count that came is of some moment before: what has come since is estimated.
 */
async function countedUsage(
  tokens: TokenCounter,
  { end, finishReason, usage }: ModelOutcome,
  sent: ModelInput,
  answer: Answer,
) {
  if (usage && finishReason !== null) return { usage, isEstimate: false };
  if (end === "failed" && !usage && !hasOutput(answer)) return { usage: nothing, isEstimate: false };
  const estimate = await estimateUsage(tokens, sent, answer);
  if (!usage) return { usage: estimate, isEstimate: true };
  return {
    usage: {
      inputTokens: usage.inputTokens || estimate.inputTokens,
      outputTokens: Math.max(usage.outputTokens, estimate.outputTokens),
      cachedTokens: usage.cachedTokens,
    },
    isEstimate: true,
  };
}
