import type { EndEvent } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import type { ChatTurn } from "../../core/run/chatTurn.ts";
import type { ModelOutcome } from "../../core/run/modelOutcome.ts";
import {
  accessEndedEnd,
  interruptedEnd,
  keyAccessEndedEnd,
  keyEndedEnd,
  ServerShutdownError,
} from "../../platform/runLog/interruptedEnd.ts";
import type { RunWriter } from "../../platform/runLog/runLog.ts";
import type { LostRight } from "../revocation/service.ts";

/** Returns how an answer ended that was stopped by something else than the person. */
export function getSpecialEnd({ stopSignal }: RunWriter, { lost, actor }: { lost: LostRight | null; actor: Actor }) {
  if (stopSignal.reason instanceof ServerShutdownError) return interruptedEnd;
  if (lost === null) return null;
  if (lost === "object" || actor.credential.kind !== "key") return accessEndedEnd;
  return lost === "credential" ? keyEndedEnd : keyAccessEndedEnd;
}

/** Builds the end event of an answer that the model or the person has ended. */
export function createEndEvent({ end, finishReason, usage, failure }: ModelOutcome): EndEvent {
  return {
    s: "meta",
    end,
    ...(finishReason ? { finishReason } : {}),
    ...(usage ? { usage } : {}),
    ...(failure ? { message: failure.userMessage, code: failure.code } : {}),
  };
}

export function logEnd({ log }: Platform, actor: Actor, turn: ChatTurn, outcome: ModelOutcome, ms: number): void {
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
