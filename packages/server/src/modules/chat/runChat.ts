import { setTimeout } from "node:timers/promises";
import { applyChatEvent, type EndEvent, emptyAnswer } from "@lectern/contract";
import type { Payer } from "../../core/actor.ts";
import { AppError } from "../../core/appError.ts";
import type { Actor, Run } from "../../core/context.ts";
import type { AppliedAssistant } from "../../core/run/appliedAssistant.ts";
import type { ChatTurn } from "../../core/run/chatTurn.ts";
import type { ModelOutcome } from "../../core/run/modelOutcome.ts";
import type { UsableModel } from "../../core/usableModel.ts";
import { interruptedEnd } from "../../platform/runLog/interruptedEnd.ts";
import type { RunWriter } from "../../platform/runLog/runLog.ts";
import { prepareFirstTurn } from "../conversations/service.ts";
import type { LostRight, OngoingWork } from "../revocation/service.ts";
import type { ChatServices } from "./chatServices.ts";
import { generateAnswer } from "./generateAnswer.ts";
import { relayRemoteRun } from "./relayRemoteRun.ts";
import type { Continuation, TakenAnswer } from "./rounds/continuation.ts";
import { createRunEmitter } from "./runEmitter.ts";
import { createEndEvent, getSpecialEnd, logEnd } from "./runEnd.ts";
import { startStepJob } from "./stepJobs.ts";
import { claimRun, getRemoteReader } from "./steps/claimRun.ts";
import { prepareSteps } from "./steps/collectFromSteps.ts";
import { startCallTimeout } from "./steps/startCallTimeout.ts";
import { openWithClaim, type StoredTurn, storeTurn, toNewTurn } from "./steps/storeTurn.ts";
import { takeAnswer } from "./takeAnswer.ts";
import { toAppError } from "./toAppError.ts";

/** The end event waits at most this long for what the steps do at the end, because the database may be slow. */
const maxFinishWaitMs = 300;

export interface RunRights extends OngoingWork {
  /** The lost right because of which the run is stopped; null while it is not, and if the person has stopped it. */
  lost: LostRight | null;
}

interface RunInput {
  actor: Actor;
  turn: ChatTurn;
  model: UsableModel;
  assistant: AppliedAssistant | null;
  writer: RunWriter;
  rights: RunRights;
  continuation: Continuation | null;
}

/** Generates an answer, in an order that no module changes: modules contribute through `Platform.runSteps`. Never rejects. */
export async function runChat(services: ChatServices, input: RunInput): Promise<void> {
  const { actor, turn, model, assistant, writer, rights, continuation } = input;
  const { platform, tokens } = services;
  const startedAt = performance.now();
  const newTurn = toNewTurn(turn, { model, assistant });
  const firstTurn = continuation ? null : newTurn && prepareFirstTurn(platform, actor, newTurn);
  // Claims the run, together with the first turn or while another turn is stored. The claim is awaited before the model
  // is called.
  const payer = { ...actor, assistant };
  const claim = claimRun(platform, toClaim(payer, turn, model), firstTurn?.insertWith);
  claim.catch(() => undefined); // the error is handled where it is awaited
  const timeout = startCallTimeout(writer.stopSignal);
  const getAnswer = () => emitter.getAnswer();
  const run: Run = {
    ...{ platform, tokens, actor, payer, turn, model, assistant, claim },
    signal: timeout.signal,
    getAnswer,
  };
  const hooks = platform.runSteps.map(({ begin }) => begin(run));
  const emitter = createRunEmitter(writer.append, hooks, () =>
    platform.metrics.observeFirstToken(model.id, (performance.now() - startedAt) / 1000),
  );
  const logAndIgnore = (error: unknown) =>
    platform.log.error({ err: error, requestId: turn.requestId }, "a task after an answer failed");
  let storedTurn: StoredTurn | null = null;
  let outcome: ModelOutcome;
  try {
    const contributions = prepareSteps(hooks);
    const open = newTurn && (() => openWithClaim(platform, actor, newTurn, { claim, firstTurn }));
    let taken: TakenAnswer | null = null;
    const { getStoredAnswer } = emitter;
    if (continuation) {
      const taking = takeAnswer(platform, { actor, turn, continuation }, { newTurn, claim, getStoredAnswer });
      ({ storedTurn, taken } = await taking);
    } else if (newTurn && open) storedTurn = await storeTurn(platform, actor, newTurn, getStoredAnswer, open);
    writer.accept();
    if (taken) emitter.replay(taken.events, taken.overlapFilter);
    outcome = await generateAnswer(services, {
      run,
      hooks,
      emitter,
      storedTurn,
      taken,
      needsTools: continuation?.needsTools ?? false,
      contributions: await contributions,
      setForeignFiles: (fileIds) => {
        rights.fileIds = fileIds;
      },
    });
  } catch (error) {
    const remoteReader = await claim.then(() => null, getRemoteReader);
    if (remoteReader) {
      timeout.clear();
      await relayRemoteRun(platform, remoteReader, { actor, turn, writer, storedTurn, logAndIgnore });
      return;
    }
    outcome = { end: "failed", finishReason: null, usage: null, failure: toAppError(error) };
  }

  emitter.endText(outcome.end === "done" && outcome.finishReason !== "length");
  if (outcome.end === "done") {
    for (const hook of hooks) await hook.extendAnswer?.(outcome, emitter.append).catch(logAndIgnore);
    // The person has stopped only what was added. If the server stops or a right was lost, the answer says so.
    if (run.signal.aborted && getSpecialEnd(writer, rights)) outcome = { ...outcome, end: "stopped" };
  }
  timeout.clear();
  const hasStarted = getAnswer() !== emptyAnswer;
  const specialEnd = outcome.end === "stopped" ? getSpecialEnd(writer, rights) : null;
  const wasInterrupted = specialEnd === interruptedEnd;
  const { history = null, isUntitled = false, isNewQuestion = false } = storedTurn ?? {};
  const result = { answer: getAnswer(), outcome, wasInterrupted, history, isUntitled, isNewQuestion };
  const finished = Promise.all(hooks.map((hook) => hook.finish?.(result).catch(logAndIgnore)));
  let end: EndEvent = specialEnd ? { s: "meta", ...specialEnd } : createEndEvent(outcome);
  let { failure } = outcome;
  try {
    // The end event tells the reader that the answer has been stored, so the write must come first.
    await storedTurn?.saver.finish(applyChatEvent(getAnswer(), end));
  } catch (error) {
    platform.log.error({ err: error, requestId: turn.requestId }, "an answer was lost to the database");
    failure = new AppError("internal", {
      userMessage: "The answer couldn’t be saved. Please copy what you need.",
      cause: error,
    });
    end = createEndEvent({ end: "failed", finishReason: null, usage: null, failure });
  }
  // Wait for the settlement, so that the next question or cost query includes the cost of this answer.
  await Promise.race([finished, setTimeout(maxFinishWaitMs, undefined, { ref: false })]);
  if (end.end === "failed") writer.fail(failure);
  emitter.append(end);
  writer.close(hasStarted ? undefined : (outcome.failure ?? undefined));
  logEnd(platform, actor, turn, outcome, performance.now() - startedAt);

  await finished;
  const endedResult = { ...result, answer: getAnswer() };
  await Promise.all([
    ...hooks.map((hook) => hook.afterEnd?.(endedResult).catch(logAndIgnore)),
    ...hooks.map((hook, index) => startStepJob(run, index, hook.toJob?.(endedResult)).catch(logAndIgnore)),
  ]);
}

function toClaim(payer: Payer, turn: ChatTurn, model: UsableModel) {
  return {
    payer,
    requestId: turn.requestId,
    conversationId: turn.cloudIds?.conversationId ?? null,
    conversationIdToHash: turn.conversationId,
    model,
  };
}
