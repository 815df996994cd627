import { setTimeout } from "node:timers/promises";
import { applyChatEvent, type ChatEvent, type EndEvent, emptyAnswer, formatAnswer } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { interruptedEnd, ServerShutdownError } from "../../platform/runLog/interruptedEnd.ts";
import type { RunWriter } from "../../platform/runLog/runLog.ts";
import { prepareFirstTurn, titleStoredConversation } from "../conversations/service.ts";
import { openModelProvider, type UsableModel } from "../models/service.ts";
import { type OngoingWork, trackWork } from "../revocation/service.ts";
import type { ChatServices } from "./chatServices.ts";
import type { ChatTurn } from "./chatTurn.ts";
import { assembleContext } from "./steps/assembleContext.ts";
import { authorize } from "./steps/authorize.ts";
import { buildContextFrame } from "./steps/buildContextFrame.ts";
import { callModel, type ModelOutcome } from "./steps/callModel.ts";
import { getRemoteReader } from "./steps/claimRun.ts";
import { watchCitations } from "./steps/dataSources/citations/watchCitations.ts";
import { gatherDataSources } from "./steps/dataSources/gatherDataSources.ts";
import { toModelPassages } from "./steps/dataSources/prompt/documentsBlock.ts";
import { enforceSpendingLimits } from "./steps/enforceSpendingLimits.ts";
import type { ModelInput } from "./steps/estimateUsage.ts";
import { limitLiveRuns } from "./steps/limitLiveRuns.ts";
import { recordUsage } from "./steps/recordUsage.ts";
import { retryBeforeFirstToken } from "./steps/retryBeforeFirstToken.ts";
import { startCallTimeout } from "./steps/startCallTimeout.ts";
import { type StoredTurn, storeTurn, toNewTurn } from "./steps/storeTurn.ts";
import { toAppError } from "./toAppError.ts";

/** The end event waits at most this long for the usage to be settled, because counting or the database may be slow. */
const maxSettlingWaitMs = 300;

/**
 * Starts a run, which continues without the client and writes its events to the run log. Starts nothing if the log of
 * this process already has the user's run with this request id. Throws `unavailable` during a shutdown, and the errors
 * of `authorize` and `limitLiveRuns`; every later failure ends the run.
 */
export async function startRun(services: ChatServices, actor: Actor, turn: ChatTurn): Promise<void> {
  const { runLog, clock, log } = services.platform;
  if (runLog.isShuttingDown()) {
    const userMessage = "The server is about to restart. Please try again in a minute.";
    throw new AppError("unavailable", { userMessage, headers: { "retry-after": "10" } });
  }
  const model = await authorize(services, actor, turn);
  const { requestId, conversationId } = turn;
  limitLiveRuns(services.platform, actor, requestId);
  const writer = runLog.start({ userId: actor.principal.id, requestId, conversationId, startedAt: clock.now() });
  if (!writer) return;
  const stop = () => {
    // A run that has just ended here is searched for in the other processes, which may be out of reach.
    runLog.stop({ userId: actor.principal.id, requestId }).catch((error: unknown) => {
      log.warn({ err: error, requestId }, "an answer could not be stopped");
    });
  };
  const rights: OngoingWork = { actor, needsSession: false, fileIds: [], end: stop };
  const untrack = trackWork(services.platform, rights);
  runLog.track(runChat(services, actor, turn, model, writer, rights).finally(untrack));
}

/** Runs the steps of an answer in order. Never rejects. */
async function runChat(
  services: ChatServices,
  actor: Actor,
  turn: ChatTurn,
  model: UsableModel,
  writer: RunWriter,
  rights: OngoingWork,
) {
  const { platform, tokens } = services;
  const startedAt = performance.now();
  let answer = emptyAnswer;
  const emit = (event: ChatEvent) => {
    answer = applyChatEvent(answer, event);
    writer.append(event);
  };
  const newTurn = toNewTurn(turn, model);
  const firstTurn = newTurn && prepareFirstTurn(platform, actor, newTurn);
  // Claims the run, together with the first turn or while another turn is stored. The claim is awaited before the model
  // is called.
  const pendingRecord = recordUsage(platform, tokens, actor, turn, model, firstTurn?.insertWith);
  pendingRecord.catch(() => undefined); // the error is handled where it is awaited
  let storedTurn: StoredTurn | null = null;
  let input: ModelInput | null = null;
  let outcome: ModelOutcome;
  const timeout = startCallTimeout(writer.stopSignal);
  const logAndIgnore = (error: unknown) =>
    platform.log.error({ err: error, requestId: turn.requestId }, "a task after an answer failed");
  try {
    storedTurn =
      newTurn && (await storeTurn(platform, actor, newTurn, () => answer, { claim: pendingRecord, firstTurn }));
    writer.accept();
    const frame = buildContextFrame(turn, model, storedTurn);
    const dataSources = await gatherDataSources(services, actor, { turn, model, frame }, timeout.signal, pendingRecord);
    rights.fileIds = dataSources.foreignFileIds;
    const context = await assembleContext(tokens, frame, model, dataSources);
    const provider = retryBeforeFirstToken(await openModelProvider(platform, model), platform);
    const { messages, maxTokens } = context;
    const record = await pendingRecord;
    await enforceSpendingLimits(platform, actor, model, record, { messages, maxTokens, ...turn.toolsAndFormat });
    storedTurn?.saver.start();
    if (!writer.stopSignal.aborted) {
      input = { messages, ...turn.toolsAndFormat };
      record.startTracking(input, () => answer);
    }
    const temperatureField = turn.temperature === null ? {} : { temperature: turn.temperature };
    const call = {
      model: model.upstreamId,
      messages,
      maxTokens,
      ...temperatureField,
      ...turn.toolsAndFormat,
      ...toModelPassages(frame.history.at(-1)?.content ?? "", dataSources.passages),
      signal: timeout.signal,
    };
    const openingEvents = [...context.notices.map((st): ChatEvent => ({ s: "meta", st })), ...dataSources.events];
    const citationWatcher = watchCitations(dataSources, emit);
    const onFirstEvent = () => platform.metrics.observeFirstToken(model.id, (performance.now() - startedAt) / 1000);
    outcome = await callModel(provider, call, withOpeningEvents(openingEvents, citationWatcher.emit, onFirstEvent));
    citationWatcher.end();
  } catch (error) {
    const remoteReader = await pendingRecord.then(() => null, getRemoteReader);
    if (remoteReader) {
      const relay = writer.relay(remoteReader);
      // A stop that arrived before the relay reached only this process, so forward it to the owner of the run.
      if (writer.stopSignal.aborted && !platform.runLog.isShuttingDown()) {
        await platform.runLog.stop({ userId: actor.principal.id, requestId: turn.requestId }).catch(logAndIgnore);
      }
      await relay;
      // This write changes nothing if the owner has stored its process id in the reply. If the owner died before that,
      // the reply still has the id of this process, so no other process would end the reply.
      await storedTurn?.saver.finish(applyChatEvent(emptyAnswer, { s: "meta", ...interruptedEnd })).catch(logAndIgnore);
      return;
    }
    outcome = { end: "failed", finishReason: null, usage: null, failure: toAppError(error) };
  } finally {
    timeout.clear();
  }

  const settlement = pendingRecord.then((record) => record.settle(outcome, input, answer)).catch(logAndIgnore);
  const hasStarted = answer !== emptyAnswer;
  const wasInterrupted = outcome.end === "stopped" && writer.stopSignal.reason instanceof ServerShutdownError;
  let end: EndEvent = wasInterrupted ? { s: "meta", ...interruptedEnd } : createEndEvent(outcome);
  try {
    // The end event tells the reader that the answer has been stored, so the write must come first.
    await storedTurn?.saver.finish(applyChatEvent(answer, end));
  } catch (error) {
    platform.log.error({ err: error, requestId: turn.requestId }, "an answer was lost to the database");
    end = {
      s: "meta",
      end: "failed",
      code: "internal",
      message: "The answer could not be saved. Please copy what you need.",
    };
  }
  // Settle first, so that the next question or cost query includes the cost of this answer.
  await Promise.race([settlement, setTimeout(maxSettlingWaitMs, undefined, { ref: false })]);
  emit(end);
  writer.close(hasStarted ? undefined : (outcome.failure ?? undefined));
  logEnd(platform, actor, turn, outcome, performance.now() - startedAt);

  await settlement;
  const answerText = formatAnswer(answer);
  if (newTurn && storedTurn?.history.length === 1 && answerText !== "") {
    const knownMessages = [...storedTurn.history, { role: "assistant", content: answerText }];
    await titleStoredConversation(
      platform,
      actor,
      newTurn.conversationId,
      storedTurn.isUntitled ? knownMessages : undefined,
    ).catch(logAndIgnore);
  }
}

/**
 * Returns an `emit` that holds back the opening events until the model's first event, because a failure before that
 * event can still become an HTTP status. Calls `onFirstEvent` once, before it emits anything.
 */
function withOpeningEvents(
  openingEvents: readonly ChatEvent[],
  emit: (event: ChatEvent) => void,
  onFirstEvent: () => void,
): (event: ChatEvent) => void {
  let pendingEvents = openingEvents;
  let hasStarted = false;
  return (event) => {
    if (!hasStarted) onFirstEvent();
    hasStarted = true;
    for (const openingEvent of pendingEvents) emit(openingEvent);
    pendingEvents = [];
    emit(event);
  };
}

function createEndEvent({ end, finishReason, usage, failure }: ModelOutcome): EndEvent {
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
  const logFields = {
    user: actor.principal.id,
    requestId: turn.requestId,
    model: turn.modelId,
    end,
    usage,
    durationMs: Math.round(ms),
  };
  if (failure) log.warn({ ...logFields, code: failure.code, err: failure.cause ?? failure }, "answer failed");
  else log.info(logFields, "answer ended");
}
