import type { ChatEvent, StatusEntry } from "@lectern/contract";
import type { Run } from "../../core/context.ts";
import type { ModelOutcome } from "../../core/run/modelOutcome.ts";
import { type RunHooks, toQuestionHistory } from "../../core/run/run.ts";
import { openModelProvider } from "../models/service.ts";
import type { ChatServices } from "./chatServices.ts";
import { answerInRounds, countAddedTokens, type RoundsInput } from "./rounds/answerInRounds.ts";
import type { TakenAnswer } from "./rounds/continuation.ts";
import { selectTools } from "./rounds/selectTools.ts";
import { supportsTools } from "./rounds/toolSupport.ts";
import type { RunEmitter } from "./runEmitter.ts";
import { assembleContext } from "./steps/assembleContext.ts";
import { buildContextFrame } from "./steps/buildContextFrame.ts";
import { attachSteps, type prepareSteps, selectMessages } from "./steps/collectFromSteps.ts";
import { retryBeforeFirstToken } from "./steps/retryBeforeFirstToken.ts";
import type { StoredTurn } from "./steps/storeTurn.ts";
import { toWaitingRun } from "./waiting/waitingRun.ts";
import { keepWaitingRun } from "./waiting/waitingRuns.ts";

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
export async function generateAnswer(
  { platform, tokens }: ChatServices,
  generation: Generation,
): Promise<ModelOutcome> {
  const { run, hooks, emitter, storedTurn, taken, needsTools, contributions, setForeignFiles } = generation;
  const { turn, model } = run;
  const { tools: clientTools, responseFormat } = turn.toolsAndFormat;
  const framedMessages = taken?.framedMessages ?? [];
  const branch = storedTurn?.history ?? turn.messages;
  const selection = await selectMessages(hooks, branch, taken !== null);
  const frame = await buildContextFrame({
    // A program decides itself what the model reads.
    turn: run.actor.credential.kind === "session" ? turn : { ...turn, usesSummaries: false },
    model,
    history: selection.sent,
    leftOut: selection.leftOut,
    branch,
    storedPrompt: storedTurn?.prompt ?? null,
    contributions,
    framedMessages,
    // Functions of the client and structured answers exclude tools of the server. An artifact and a program without an
    // assistant need none.
    allowsTools:
      !clientTools &&
      !responseFormat &&
      !turn.isArtifactCall &&
      !(turn.isVerbatim && !run.assistant) &&
      (needsTools || supportsTools(platform, model)),
  });
  const attachments = await attachSteps(hooks, frame);
  setForeignFiles(attachments.foreignFileIds);
  const context = await assembleContext(tokens, frame, model, attachments);
  for (const hook of hooks) hook.onContext?.(context.sent);
  const provider = retryBeforeFirstToken(await openModelProvider(platform, model), platform);
  await run.claim;
  storedTurn?.saver.start();
  const notices = [...contributions.flatMap((contribution) => contribution.notices ?? []), ...context.notices];
  const states = [...contributions.flatMap(({ state }) => (state ? [state] : [])), ...selection.states];
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
      ...turn.sampling,
      ...turn.toolsAndFormat,
      ...(attachments.passages.length === 0
        ? {}
        : {
            sources: {
              question: toQuestionHistory(frame.history).at(-1)?.content ?? "",
              passages: attachments.passages,
            },
          }),
      signal: run.signal,
    },
    tools: selectTools(tools, turn, isSecret),
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
