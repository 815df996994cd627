import { type Answer, applyChatEvent, type ErrorCode, emptyAnswer, errorStatus } from "@lectern/contract";
import type { FastifyReply } from "fastify";
import { AppError } from "../core/appError.ts";
import type { RunReader } from "../platform/runLog/runLog.ts";

/** Waits for a run's end and gives its text as JSON. Throws what the run failed with. */
export async function wholeAnswer(reading: RunReader, reply: FastifyReply): Promise<FastifyReply> {
  const hasLeft = await ended(reading, reply);
  reading.close();
  if (hasLeft) return reply.hijack();
  const failure = reading.failure();
  if (failure !== undefined) throw failure;
  if (reading.wasDetached()) throw new AppError("unavailable", { headers: { "retry-after": "1" } });
  const { content, end } = readAnswer(reading);
  if (end?.end === "failed") {
    const code = isErrorCode(end.code) ? end.code : "internal";
    throw new AppError(code, end.message === undefined ? {} : { userMessage: end.message });
  }
  const message = end?.end === "stopped" ? "The answer was stopped." : "The answer is complete.";
  return reply.header("cache-control", "no-store").send({ success: true, message, data: content });
}

/** Resolves when the run has ended (false), or the reader has left (true). */
function ended(reading: RunReader, reply: FastifyReply): Promise<boolean> {
  if (reading.hasEnded()) return Promise.resolve(false);
  return new Promise((resolve) => {
    const left = () => resolve(true);
    reply.raw.once("close", left);
    reading.onChange = () => {
      if (!reading.hasEnded()) return;
      reply.raw.off("close", left);
      resolve(false);
    };
  });
}

function readAnswer(reading: RunReader): Answer {
  let answer = emptyAnswer;
  while (reading.hasMore()) {
    for (const [, json = "null"] of reading.read().matchAll(/^data: (.*)$/gm)) {
      answer = applyChatEvent(answer, JSON.parse(json));
    }
  }
  return answer;
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(errorStatus, code);
}
