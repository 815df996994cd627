import type { FastifyRequest } from "fastify";
import type { Platform } from "../../core/context.ts";
import { LongJsonError, parseShortJson } from "../../core/parseJson.ts";
import { type BodyParsers, type BodyTask, runBodyParser } from "./bodyParsers.ts";
import { JsonBody } from "./jsonParser.ts";

/**
 * Parses the JSON body of a request with one of the body parsers. Runs the parser here if the body is short, else in
 * the background thread. Throws the parser's errors.
 */
export async function parseBody<Name extends keyof BodyParsers>(
  { backgroundThread }: Pick<Platform, "backgroundThread">,
  { body }: Pick<FastifyRequest, "body">,
  name: Name,
  context: Parameters<BodyParsers[Name]>[1],
  signal: AbortSignal,
): Promise<ReturnType<BodyParsers[Name]>> {
  const blocks = body instanceof JsonBody ? body.blocks : [];
  const task: BodyTask<Name> = { name, blocks, context };
  try {
    if (blocks.length <= 1) return runBodyParser(task, parseShortJson);
  } catch (error) {
    if (!(error instanceof LongJsonError)) throw error;
  }
  return backgroundThread.run(new URL("./parseBodyInThread.ts", import.meta.url), task, {
    transfer: blocks.map(({ buffer }) => buffer),
    signal,
  });
}
