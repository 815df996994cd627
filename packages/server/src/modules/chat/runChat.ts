import { setTimeout } from "node:timers/promises";
import { answerText, applyChatEvent, type ChatEvent, type EndEvent, emptyAnswer } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { interruptedEnd, ServerEnding } from "../../platform/runLog/interruptedEnd.ts";
import type { RunWriter } from "../../platform/runLog/runLog.ts";
import { titleStoredConversation } from "../conversations/service.ts";
import { openModel, type UsableModel } from "../models/service.ts";
import type { ChatServices } from "./chatServices.ts";
import type { ChatTurn } from "./chatTurn.ts";
import { toAppError } from "./toAppError.ts";
import { assembleContext } from "./steps/assembleContext.ts";
import { authorize } from "./steps/authorize.ts";
import { callModel, type ModelOutcome } from "./steps/callModel.ts";
import { getRemoteReading } from "./steps/claimRun.ts";
import { buildContextFrame } from "./steps/buildContextFrame.ts";
import { enforceLimits } from "./steps/enforceLimits.ts";
import type { ModelInput } from "./steps/estimateUsage.ts";
import { limitLiveRuns } from "./steps/limitLiveRuns.ts";
import { startCallTimeout } from "./steps/startCallTimeout.ts";
import { recordUsage } from "./steps/recordUsage.ts";
import { retryBeforeFirstToken } from "./steps/retryBeforeFirstToken.ts";
import { gatherDataSources } from "./steps/dataSources/gatherDataSources.ts";
import { toModelPassages } from "./steps/dataSources/prompt/documentsBlock.ts";
import { watchCitations } from "./steps/dataSources/citations/watchCitations.ts";
import { type StoredTurn, storeTurn } from "./steps/storeTurn.ts";

/** The end of an answer does not wait longer for its cost, as when the database has stalled or a long history is counted. */
const maxSettlingWaitMs = 300;

/**
 * Starts an answer. It is written to the run log and belongs to the server from here on: read it there. The same user's run with
 * this request id goes on untouched. Throws what `authorize` and `limitLiveRuns` throw; every later failure is the run's end.
 */
export async function startRun(chat: ChatServices, actor: Actor, turn: ChatTurn): Promise<void> {
  const { runLog, clock } = chat.platform;
  if (runLog.isEnding()) {
    const userMessage = "The server is about to restart. Please try again in a minute.";
    throw new AppError("unavailable", { userMessage, headers: { "retry-after": "10" } });
  }
  const model = await authorize(chat, actor, turn);
  const { requestId, conversationId } = turn;
  limitLiveRuns(chat.platform, actor, requestId);
  const writer = runLog.start({ userId: actor.userId, requestId, conversationId, startedAt: clock.now() });
  if (writer) runLog.track(runChat(chat, actor, turn, model, writer));
}

/** The order of an answer. Never rejects. */
async function runChat(chat: ChatServices, actor: Actor, turn: ChatTurn, model: UsableModel, writer: RunWriter) {
  const { platform, tokens } = chat;
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
  let sent: ModelInput | null = null;
  let outcome: ModelOutcome;
  const time = startCallTimeout(writer.stopSignal);
  const logAndIgnore = (error: unknown) =>
    platform.log.error({ err: error, requestId: turn.requestId }, "what follows an answer failed");
  try {
    stored = await storeTurn(platform, actor, turn, model, () => answer, usage);
    const frame = buildContextFrame(turn, model, stored);
    const sources = await gatherDataSources(chat, actor, { turn, model, frame }, time.signal, usage);
    const context = await assembleContext(tokens, frame, model, sources);
    const provider = retryBeforeFirstToken(await openModel(platform, model), platform);
    const { messages, maxTokens } = context;
    const record = await usage;
    await enforceLimits(platform, actor, model, record, { messages, maxTokens, ...turn.tools });
    stored?.saver.begin();
    if (!writer.stopSignal.aborted) {
      sent = { messages, ...turn.tools };
      record.begin(sent, () => answer);
    }
    const temperature = turn.temperature === null ? {} : { temperature: turn.temperature };
    const call = {
      model: model.upstreamId,
      messages,
      maxTokens,
      ...temperature,
      ...turn.tools,
      ...toModelPassages(frame.history.at(-1)?.content ?? "", sources.passages),
      signal: time.signal,
    };
    const opening = [...context.notices.map((st): ChatEvent => ({ s: "meta", st })), ...sources.events];
    const citations = watchCitations(sources, emit);
    const begun = () => platform.metrics.observeFirstToken(model.id, (performance.now() - startedAt) / 1000);
    outcome = await callModel(provider, call, emitOpeningFirst(opening, citations.watch, begun));
    citations.end();
  } catch (error) {
    const elsewhere = await usage.then(() => null, getRemoteReading);
    if (elsewhere) {
      const relayed = writer.relay(elsewhere);
      // A stop that came before this was known has stopped nothing but what would have been written here.
      if (writer.stopSignal.aborted && !platform.runLog.isEnding()) {
        await platform.runLog.stop({ userId: actor.userId, requestId: turn.requestId }).catch(logAndIgnore);
      }
      await relayed;
      // What was stored before that was known has become the other's. Unless it died just then: nobody else would end it.
      await stored?.saver.finish(applyChatEvent(emptyAnswer, { s: "meta", ...interruptedEnd })).catch(logAndIgnore);
      return;
    }
    outcome = { end: "failed", finishReason: null, usage: null, failure: toAppError(error) };
  } finally {
    time.release();
  }

  const settled = usage.then((record) => record.settle(outcome, sent, answer)).catch(logAndIgnore);
  const hadBegun = answer !== emptyAnswer;
  const wasCutShort = outcome.end === "stopped" && writer.stopSignal.reason instanceof ServerEnding;
  let end: EndEvent = wasCutShort ? { s: "meta", ...interruptedEnd } : endEvent(outcome);
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
  // Whoever asks for the cost once the answer has ended, or asks the next question, meets what it has cost.
  await Promise.race([settled, setTimeout(maxSettlingWaitMs, undefined, { ref: false })]);
  emit(end);
  writer.close(hadBegun ? undefined : (outcome.failure ?? undefined));
  logEnd(platform, actor, turn, outcome, performance.now() - startedAt);

  await settled;
  if (turn.cloud && stored?.history.length === 1 && answerText(answer) !== "") {
    await titleStoredConversation(platform, actor, turn.cloud.conversationId).catch(logAndIgnore);
  }
}

/**
 * Statuses and sources go out with the first event of the model: until then a failure can still be an HTTP status. `begun` is called
 * before it.
 */
function emitOpeningFirst(
  opening: readonly ChatEvent[],
  emit: (event: ChatEvent) => void,
  begun: () => void,
): (event: ChatEvent) => void {
  let waiting = opening;
  let hasBegun = false;
  return (event) => {
    if (!hasBegun) begun();
    hasBegun = true;
    for (const first of waiting) emit(first);
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
