import type { OpDefinition } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import { findOp } from "../../ops/findOp.ts";
import { parseChatBody } from "../chat/parseChatBody.ts";
import {
  mergeInput,
  type ParsedProxyCall,
  parseOpInput,
  parseProxyBody,
  parseRestBody,
} from "../entryPoints/opBodies.ts";
import { parseChatCompletion } from "../openAi/chatCompletionRequest.ts";
import { parseEmbeddings } from "../openAi/embeddingsRequest.ts";
import { parseResponse } from "../openAi/responseRequest.ts";

/** An op by its route, and the values of the request's query. */
export interface OpRequest extends Pick<OpDefinition, "method" | "path"> {
  query: Record<string, unknown>;
}

/** Parses JSON text; see `parseJson` and `parseShortJson`. */
export type JsonParser = (text: string) => unknown;

/** What a body can be parsed as. Runs in the background thread for a long body, so nothing here refers to a platform. */
const bodyParsers = {
  chat: (body: unknown, _context: null) => parseChatBody(body),
  chatCompletion: (body: unknown, _context: null) => parseChatCompletion(body),
  response: (body: unknown, _context: null) => parseResponse(body),
  embeddings: (body: unknown, _context: null) => parseEmbeddings(body),
  proxy: (body: unknown, _context: null, parseText: JsonParser): ParsedProxyCall => parseProxyBody(body, parseText),
  rest: (body: unknown, { query, ...route }: OpRequest): unknown =>
    parseOpInput(requireOp(route), mergeInput(query, parseRestBody(body))),
  direct: (body: unknown, { query, ...route }: OpRequest): unknown =>
    parseOpInput(requireOp(route), mergeInput(query, body)),
};
export type BodyParsers = typeof bodyParsers;

export interface BodyTask<Name extends keyof BodyParsers = keyof BodyParsers> {
  name: Name;
  /** The blocks of the body; empty if the request has none. */
  blocks: readonly Uint8Array[];
  context: Parameters<BodyParsers[Name]>[1];
}

/** Parses a body. Throws `invalidInput` or `tooLarge`, and the errors of `parseText` for the input of the proxy. */
export function runBodyParser<Name extends keyof BodyParsers>(
  { name, blocks, context }: BodyTask<Name>,
  parseText: JsonParser,
): ReturnType<BodyParsers[Name]> {
  const body = blocks.length === 0 ? undefined : parseBlocks(blocks, parseText);
  // TypeScript cannot relate the parser, its context and its result; the types of `BodyTask` do.
  const parse = bodyParsers[name] as (body: unknown, context: unknown, parseText: JsonParser) => unknown;
  return parse(body, context, parseText) as ReturnType<BodyParsers[Name]>;
}

function parseBlocks(blocks: readonly Uint8Array[], parseText: JsonParser): unknown {
  // Removes a byte order mark, and replaces invalid bytes.
  const decoder = new TextDecoder();
  try {
    return parseText(blocks.map((block) => decoder.decode(block, { stream: true })).join("") + decoder.decode());
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new AppError("invalidInput", { userMessage: "The request couldn’t be read.", cause });
  }
}

function requireOp({ method, path }: Pick<OpDefinition, "method" | "path">): OpDefinition {
  const op = findOp(method, path);
  if (!op) throw new Error(`there is no op ${method} ${path}`);
  return op;
}
