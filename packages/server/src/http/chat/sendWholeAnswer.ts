import {
  type Answer,
  type AnswerEnd,
  applyChatEvent,
  type ErrorCode,
  emptyAnswer,
  errorStatus,
} from "@lectern/contract";
import type { FastifyReply } from "fastify";
import { AppError } from "../../core/appError.ts";
import { invalidKeyError } from "../../modules/apiKeys/service.ts";
import { accessEndedEnd, keyEndedEnd } from "../../platform/runLog/interruptedEnd.ts";
import type { RunReader } from "../../platform/runLog/runLog.ts";
import { markAnswerResponse } from "../entryPoints/trackResponse.ts";

/** Waits for a run's end and sends the answer's text as JSON. Throws the run's failure, and the loss of a right. */
export async function sendWholeAnswer(reader: RunReader, reply: FastifyReply): Promise<FastifyReply> {
  const answer = await readWholeAnswer(reader, reply);
  if (!answer) return reply.hijack();
  const lostRight = toLostRightError(answer.end);
  if (lostRight) throw lostRight;
  const message = describeEnd(answer.end);
  return reply.header("cache-control", "no-store").send({ success: true, message, data: answer.content });
}

/** Waits for a run's end. Returns null if the client disconnects before. Throws the run's failure. */
export async function readWholeAnswer(reader: RunReader, reply: FastifyReply): Promise<Answer | null> {
  markAnswerResponse(reply);
  const outcome = await waitForEnd(reader, reply);
  reader.close();
  if (outcome === "disconnected") return null;
  const failure = reader.failure();
  if (failure !== undefined) throw failure;
  if (reader.wasDetached()) throw new AppError("unavailable", { headers: { "retry-after": "1" } });
  const answer = readAnswer(reader);
  if (answer.end?.end === "failed") throw reader.cause() ?? toEndError(answer.end);
  return answer;
}

/** Returns the error that ended an answer. */
export function toEndError({ code, message }: Pick<AnswerEnd, "code" | "message">): AppError {
  return new AppError(isErrorCode(code) ? code : "internal", message === undefined ? {} : { userMessage: message });
}

/** Returns the error of an answer that was stopped because its caller has lost a right; null for every other. */
export function toLostRightError(end: AnswerEnd | null): AppError | null {
  const userMessage = end?.message === undefined ? {} : { userMessage: end.message };
  if (end?.code === keyEndedEnd.code) {
    return new AppError("unauthenticated", { ...userMessage, fields: { error: invalidKeyError } });
  }
  return end?.code === accessEndedEnd.code ? new AppError("forbidden", userMessage) : null;
}

/** Resolves when the run has ended or the client has disconnected. */
function waitForEnd(reader: RunReader, reply: FastifyReply): Promise<"ended" | "disconnected"> {
  if (reader.hasEnded()) return Promise.resolve("ended");
  return new Promise((resolve) => {
    const onDisconnect = () => resolve("disconnected");
    reply.raw.once("close", onDisconnect);
    reader.onChange = () => {
      if (!reader.hasEnded()) return;
      reply.raw.off("close", onDisconnect);
      resolve("ended");
    };
  });
}

function readAnswer(reader: RunReader): Answer {
  let answer = emptyAnswer;
  while (reader.hasMore()) {
    for (const [, json = "null"] of reader.read().matchAll(/^data: (.*)$/gm)) {
      answer = applyChatEvent(answer, JSON.parse(json));
    }
  }
  return answer;
}

function describeEnd(end: Answer["end"]): string {
  if (end?.end === "stopped") return "The answer was stopped.";
  return end?.finishReason === "approval" ? "The answer waits for an approval." : "The answer is complete.";
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(errorStatus, code);
}
