import { setTimeout } from "node:timers/promises";
import { applyChatEvent, type ChatEvent, type EndEvent, emptyAnswer, type StatusEntry } from "@lectern/contract";
import type { Payer } from "../../core/actor.ts";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform, Run } from "../../core/context.ts";
import type { AppliedAssistant } from "../../core/run/appliedAssistant.ts";
import type { ChatTurn } from "../../core/run/chatTurn.ts";
import type { ModelOutcome } from "../../core/run/modelOutcome.ts";
import type { RunHooks } from "../../core/run/run.ts";
import type { UsableModel } from "../../core/usableModel.ts";
import { accessEndedEnd, interruptedEnd, ServerShutdownError } from "../../platform/runLog/interruptedEnd.ts";
import type { RunWriter } from "../../platform/runLog/runLog.ts";
import { type NewTurn, prepareFirstTurn } from "../conversations/service.ts";
import { openModelProvider } from "../models/service.ts";
import { type OngoingWork, trackWork } from "../revocation/service.ts";
import { requireSpendingLeft } from "../usage/service.ts";
import type { ChatServices } from "./chatServices.ts";
import { answerInRounds, countAddedTokens, type RoundsInput } from "./rounds/answerInRounds.ts";
import type { Continuation, TakenAnswer } from "./rounds/continuation.ts";
import { supportsTools } from "./rounds/toolSupport.ts";
import { createRunEmitter, type RunEmitter } from "./runEmitter.ts";
import { startStepJob } from "./stepJobs.ts";
import { assembleContext } from "./steps/assembleContext.ts";
import { authorize } from "./steps/authorize.ts";
import { buildContextFrame } from "./steps/buildContextFrame.ts";
import { claimRun, getRemoteReader } from "./steps/claimRun.ts";
import { attachSteps, prepareSteps } from "./steps/collectFromSteps.ts";
import { limitLiveRuns } from "./steps/limitLiveRuns.ts";
import { retryBeforeFirstToken } from "./steps/retryBeforeFirstToken.ts";
import { startCallTimeout } from "./steps/startCallTimeout.ts";
import { openWithClaim, type StoredTurn, storeTurn, toNewTurn } from "./steps/storeTurn.ts";
import { toAppError } from "./toAppError.ts";
import { toWaitingRun } from "./waiting/waitingRun.ts";
import { keepWaitingRun } from "./waiting/waitingRuns.ts";

/** The end event waits at most this long for what the steps do at the end, because the database may be slow. */
const maxFinishWaitMs = 300;

/**
 * Starts a run, which continues without the client and writes its events to the run log. Starts nothing if the log of
 * this process already has the user's run with this request id. Throws `unavailable` during a shutdown, and the errors
 * of `authorize`, `requireSpendingLeft` and `limitLiveRuns`; every later failure ends the run.
 */
export async function startRun(
  services: ChatServices,
  actor: Actor,
  turn: ChatTurn,
  continuation: Continuation | null = null,
): Promise<void> {
  const { runLog, clock, log } = services.platform;
  if (runLog.isShuttingDown()) {
    const userMessage = "The server is about to restart. Please try again in a minute.";
    throw new AppError("unavailable", { userMessage, headers: { "retry-after": "10" } });
  }
  const { model, assistant } = await authorize(services, actor, turn);
  // Before the answer is taken: it stays as it is if it cannot continue, and an approved call must not run.
  if (continuation) await requireSpendingLeft(services.platform, actor, model);
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
  const rights: RunRights = {
    actor,
    needsSession: false,
    fileIds: [],
    assistant: toAssistantUse(assistant),
    areLost: false,
    end: () => {
      rights.areLost = true;
      stop();
    },
  };
  const untrack = trackWork(services.platform, rights);
  runLog.track(runChat(services, { actor, turn, model, assistant, writer, rights, continuation }).finally(untrack));
}

interface RunRights extends OngoingWork {
  /** True once the run is stopped because a right was lost, and not by the person. */
  areLost: boolean;
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
async function runChat(services: ChatServices, input: RunInput): Promise<void> {
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
    if (continuation) ({ storedTurn, taken } = await takeAnswer(platform, input, { newTurn, claim, getStoredAnswer }));
    else if (newTurn && open) storedTurn = await storeTurn(platform, actor, newTurn, getStoredAnswer, open);
    writer.accept();
    if (taken) emitter.replay(taken.events, taken.seam);
    outcome = await generate(services, {
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

  emitter.endText(outcome.end === "done" && outcome.finishReason !== "length");
  const hasStarted = getAnswer() !== emptyAnswer;
  const specialEnd = outcome.end === "stopped" ? getSpecialEnd(writer, rights) : null;
  const wasInterrupted = specialEnd === interruptedEnd;
  const { history = null, isUntitled = false } = storedTurn ?? {};
  const result = { answer: getAnswer(), outcome, wasInterrupted, history, isUntitled };
  const finished = Promise.all(hooks.map((hook) => hook.finish?.(result).catch(logAndIgnore)));
  let end: EndEvent = specialEnd ? { s: "meta", ...specialEnd } : createEndEvent(outcome);
  try {
    // The end event tells the reader that the answer has been stored, so the write must come first.
    await storedTurn?.saver.finish(applyChatEvent(getAnswer(), end));
  } catch (error) {
    platform.log.error({ err: error, requestId: turn.requestId }, "an answer was lost to the database");
    end = {
      s: "meta",
      end: "failed",
      code: "internal",
      message: "The answer couldn’t be saved. Please copy what you need.",
    };
  }
  // Wait for the settlement, so that the next question or cost query includes the cost of this answer.
  await Promise.race([finished, setTimeout(maxFinishWaitMs, undefined, { ref: false })]);
  emitter.end(end);
  writer.close(hasStarted ? undefined : (outcome.failure ?? undefined));
  logEnd(platform, actor, turn, outcome, performance.now() - startedAt);

  await finished;
  const endedResult = { ...result, answer: getAnswer() };
  await Promise.all([
    ...hooks.map((hook) => hook.afterEnd?.(endedResult).catch(logAndIgnore)),
    ...hooks.map((hook, index) => startStepJob(run, index, hook.toJob?.(endedResult)).catch(logAndIgnore)),
  ]);
}

/** Returns how an answer ended that was stopped by something else than the person. */
function getSpecialEnd({ stopSignal }: RunWriter, { areLost }: RunRights) {
  if (stopSignal.reason instanceof ServerShutdownError) return interruptedEnd;
  return areLost ? accessEndedEnd : null;
}

interface Generation {
  run: Run;
  hooks: readonly RunHooks[];
  emitter: RunEmitter;
  storedTurn: StoredTurn | null;
  /** The answer that this run continues; null if it starts one. */
  taken: TakenAnswer | null;
  needsTools: boolean;
  contributions: Awaited<ReturnType<typeof prepareSteps>>;
  setForeignFiles(fileIds: readonly string[]): void;
}

/** Assembles the context and lets the model answer. */
async function generate({ platform, tokens }: ChatServices, generation: Generation): Promise<ModelOutcome> {
  const { run, hooks, emitter, storedTurn, taken, needsTools, contributions, setForeignFiles } = generation;
  const { turn, model } = run;
  const { tools: clientTools, responseFormat } = turn.toolsAndFormat;
  const framedMessages = taken?.framedMessages ?? [];
  const frame = buildContextFrame({
    turn,
    model,
    history: storedTurn?.history ?? turn.messages,
    storedPrompt: storedTurn?.prompt ?? null,
    contributions,
    framedMessages,
    // Functions of the client and structured answers exclude tools of the server.
    allowsTools: !clientTools && !responseFormat && (needsTools || supportsTools(platform, model)),
  });
  const attachments = await attachSteps(hooks, frame);
  setForeignFiles(attachments.foreignFileIds);
  const context = await assembleContext(tokens, frame, model, attachments);
  const provider = retryBeforeFirstToken(await openModelProvider(platform, model), platform);
  await run.claim;
  storedTurn?.saver.start();
  const notices = [...contributions.flatMap((contribution) => contribution.notices ?? []), ...context.notices];
  const states = contributions.flatMap(({ state }) => (state ? [state] : []));
  const firstEvents = [
    ...states.map((state): ChatEvent => ({ s: "meta", state })),
    ...notices.map((st): ChatEvent => ({ s: "meta", st })),
    ...attachments.events,
  ];
  const shownNotices = new Set(emitter.getAnswer().statuses.map(toNoticeKey));
  emitter.holdBack(firstEvents.filter((event) => !("st" in event && shownNotices.has(toNoticeKey(event.st)))));
  const { messages, maxTokens, inputTokens } = context;
  // Half of what is left, because dense text has twice as many tokens as its length suggests.
  const freeToolSpace = Math.max(0, Math.floor((model.inputContextWindow - inputTokens - maxTokens) / 2));
  const isSecret = contributions.some(({ instructions = [] }) => instructions.some((fragment) => fragment.isSecret));
  const tools = frame.allowsTools
    ? [...contributions.flatMap((contribution) => contribution.tools ?? []), ...attachments.tools]
    : [];
  const input: RoundsInput = {
    run,
    hooks,
    emitter,
    provider,
    call: {
      model: model.upstreamId,
      messages,
      maxTokens,
      ...(turn.temperature === null ? {} : { temperature: turn.temperature }),
      ...turn.toolsAndFormat,
      ...(attachments.passages.length === 0
        ? {}
        : { sources: { question: frame.history.at(-1)?.content ?? "", passages: attachments.passages } }),
      signal: run.signal,
    },
    // Nobody can approve a call whose arguments are hidden.
    tools: tools.filter(({ needsApproval }) => !(isSecret && needsApproval)),
    isSecret,
    toolSpace: attachments.toolSpace + freeToolSpace + countAddedTokens(framedMessages),
    earlierRounds: null,
  };
  const earlierRounds = taken && (await taken.getEarlierRounds(input));
  if (run.signal.aborted) return { end: "stopped", finishReason: null, usage: null, failure: null };
  const { outcome, waiting } = await answerInRounds({ ...input, earlierRounds });
  if (waiting) await keepWaitingRun(platform, run.actor, toWaitingRun(turn, emitter.getAnswer(), waiting));
  return outcome;
}

/** An answer that continues has shown the notices of its first part. Those that say something else are new. */
const toNoticeKey = ({ id, summary, message }: StatusEntry) => JSON.stringify([id, summary, message]);

/** Gives the answer that this run continues to it. There is no stored turn if the conversation is local. */
async function takeAnswer(
  platform: Platform,
  { actor, turn, continuation }: RunInput,
  {
    newTurn,
    claim,
    getStoredAnswer,
  }: { newTurn: NewTurn | null; claim: Promise<string>; getStoredAnswer: RunEmitter["getStoredAnswer"] },
): Promise<{ storedTurn: StoredTurn | null; taken: TakenAnswer | null }> {
  await claim;
  if (!continuation) return { storedTurn: null, taken: null };
  const taking = continuation.take(platform, actor, turn.requestId);
  const open = async () => (await taking).branch ?? noBranch();
  const storedTurn = newTurn && (await storeTurn(platform, actor, newTurn, getStoredAnswer, open));
  return { storedTurn, taken: await taking };
}

/** Returns what the person must still be allowed to do with the assistant while it answers. */
function toAssistantUse(assistant: AppliedAssistant | null): OngoingWork["assistant"] {
  if (!assistant || assistant.id === null) return null;
  const { id, versionId, isConfidential } = assistant;
  // An answer that is not confidential may show how the assistant is made, and only who could save a draft may try it.
  return { id, verb: versionId === null ? "save" : isConfidential ? "use" : "read" };
}

function noBranch(): never {
  throw new Error("an answer of a cloud conversation has no branch");
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
