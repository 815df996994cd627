import { applyChatEvent, type ChatEvent, type EndEvent, emptyAnswer, type StatusEntry } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import type { ModelMessage } from "../../platform/modelProviders/modelProvider.ts";
import type { RunWriter } from "../../platform/runLog/runLog.ts";
import { titleStoredConversation } from "../conversations/service.ts";
import { openModel, type UsableModel } from "../models/service.ts";
import type { ChatTurn } from "./chatTurn.ts";
import { toAppError } from "./modelFailure.ts";
import { assembleContext } from "./steps/assembleContext.ts";
import { authorize } from "./steps/authorize.ts";
import { callModel, type ModelOutcome } from "./steps/callModel.ts";
import { recordUsage } from "./steps/recordUsage.ts";
import { type StoredTurn, storeTurn } from "./steps/storeTurn.ts";
import type { TokenCounter } from "./tokenCounter.ts";

export interface ChatServices {
  platform: Platform;
  tokens: TokenCounter;
}

/**
 * Starts an answer. It is written to the run log and belongs to the server from here on: read it there. The same user's run with
 * this request id goes on untouched. Throws what `authorize` throws; every later failure is the run's end.
 */
export async function startRun(chat: ChatServices, actor: Actor, turn: ChatTurn): Promise<void> {
  const { runLog, clock } = chat.platform;
  if (runLog.isEnding()) {
    const userMessage = "The server is about to restart. Please try again in a minute.";
    throw new AppError("unavailable", { userMessage, headers: { "retry-after": "10" } });
  }
  const model = await authorize(chat.platform, actor, turn);
  const { requestId, conversationId } = turn;
  const writer = runLog.start({ userId: actor.userId, requestId, conversationId, startedAt: clock.now() });
  if (writer) runLog.track(runChat(chat, actor, turn, model, writer));
}

/** The order of an answer. Never rejects. */
async function runChat(
  { platform, tokens }: ChatServices,
  actor: Actor,
  turn: ChatTurn,
  model: UsableModel,
  writer: RunWriter,
) {
  const startedAt = performance.now();
  let answer = emptyAnswer;
  const emit = (event: ChatEvent) => {
    answer = applyChatEvent(answer, event);
    writer.append(event);
  };
  // Waited for before the model is called; until then the turn is stored beside it.
  const usage = recordUsage(platform, tokens, actor, turn, model);
  usage.catch(() => undefined); // both who wait for it below have the error
  let stored: StoredTurn | null = null;
  let sent: readonly ModelMessage[] = [];
  let outcome: ModelOutcome;
  try {
    stored = await storeTurn(platform, actor, turn, model, () => answer);
    const context = await assembleContext(tokens, turn, model, stored);
    const provider = await openModel(platform, model);
    await usage;
    stored?.saver.begin();
    if (!writer.stopSignal.aborted) sent = context.messages;
    const { messages, maxTokens, notices } = context;
    const temperature = turn.temperature === null ? {} : { temperature: turn.temperature };
    const call = { model: model.upstreamId, messages, maxTokens, ...temperature, signal: writer.stopSignal };
    outcome = await callModel(provider, call, withNotices(notices, emit));
  } catch (error) {
    outcome = { end: "failed", finishReason: null, usage: null, failure: toAppError(error) };
  }

  const hadBegun = answer !== emptyAnswer;
  let end = endEvent(outcome);
  try {
    // The end says that the answer is kept, so it comes after the write.
    await stored?.saver.finish(applyChatEvent(answer, end));
  } catch (error) {
    platform.log.error({ err: error, requestId: turn.requestId }, "an answer was lost to the database");
    end = {
      s: "meta",
      end: "failed",
      code: "internal",
      message: "The answer could not be saved. Please copy what you need.",
    };
  }
  emit(end);
  writer.close(hadBegun ? undefined : (outcome.failure ?? undefined));
  logEnd(platform, actor, turn, outcome, performance.now() - startedAt);

  const bearFailure = (error: unknown) =>
    platform.log.error({ err: error, requestId: turn.requestId }, "what follows an answer failed");
  await usage.then((record) => record.settle(outcome, sent, answer.content)).catch(bearFailure);
  if (turn.cloud && stored?.history.length === 1 && answer.content !== "") {
    await titleStoredConversation(platform, actor, turn.cloud.conversationId).catch(bearFailure);
  }
}

/** Notices go out with the first event of the model: until then a failure can still be an HTTP status. */
function withNotices(notices: readonly StatusEntry[], emit: (event: ChatEvent) => void): (event: ChatEvent) => void {
  let waiting = notices;
  return (event) => {
    for (const st of waiting) emit({ s: "meta", st });
    waiting = [];
    emit(event);
  };
}

function endEvent({ end, finishReason, usage, failure }: ModelOutcome): EndEvent {
  return {
    s: "meta",
    end,
    ...(finishReason ? { finishReason } : {}),
    ...(usage ? { usage } : {}),
    ...(failure ? { message: failure.userMessage, code: failure.code } : {}),
  };
}

function logEnd({ log }: Platform, actor: Actor, turn: ChatTurn, outcome: ModelOutcome, ms: number): void {
  const { end, failure, usage } = outcome;
  const line = {
    user: actor.userId,
    requestId: turn.requestId,
    model: turn.modelId,
    end,
    usage,
    durationMs: Math.round(ms),
  };
  if (failure) log.warn({ ...line, code: failure.code, err: failure.cause ?? failure }, "answer failed");
  else log.info(line, "answer ended");
}
