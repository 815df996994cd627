import type { IncomingHttpHeaders } from "node:http";

/** A model call as parsed from a request of any wire format, so that one test can check every provider. */
export interface ParsedCall {
  model: string;
  system: string;
  messages: ParsedMessage[];
  tools: { name: string; description: string | undefined; parameters: unknown }[];
  /** `auto`, `none`, `required`, or the name of the required tool; null if the request does not set a tool choice. */
  toolChoice: string | null;
  /**
   * The requested answer format: JSON with this schema; null for text. If `tool` is set, the request asks for the JSON
   * as the arguments of this tool.
   */
  format: { schema: unknown; tool?: string } | null;
  temperature: number | undefined;
  maxTokens: number | undefined;
  topP: number | undefined;
  stop: unknown;
  /** False if the request forbids parallel calls, which not every wire can. */
  allowsParallelCalls: boolean;
  /** Where the request asks for caching: `tools`, `system`, or the position of a message on the wire. */
  cacheMarks: (string | number)[];
}

export interface ParsedMessage {
  role: "user" | "assistant" | "tool";
  text: string;
  images: { mediaType: string; data: string }[];
  /** The id is empty if the wire needs none. */
  toolCalls: { id: string; name: string; arguments: unknown }[];
  /** The call to which this is the result; empty for other messages. */
  toolCallId: string;
  isError: boolean;
  /** What the wire got back of signed parts, in order: signatures, after the reasoning that they sign. */
  signedParts: string[];
  hasBlankText: boolean;
  /** Position of the wire's message, which may contain several results. */
  turn: number;
}

export interface ScriptedUsage {
  /** All input tokens, including those read from a cache or written to it. */
  input: number;
  output: number;
  cached: number;
  written: number;
}

/** What a wire demands of function calls and results that come back. */
export interface ToolMessageRules {
  /** True if the results of one round must be in one message. */
  groupsResults: boolean;
  /** True if calls and results are rejected in a request without functions. */
  needsTools: boolean;
  /** True if blank texts are rejected. */
  rejectsBlankText: boolean;
  /** What the wire signs: reasoning, the text and the first call, or nothing but the text of the reasoning. */
  signs: "reasoning" | "parts" | "nothing";
}

/** The wire format of one provider, according to its public documentation. */
export interface ProviderWire {
  streamType: string;
  toolMessageRules: ToolMessageRules;
  /** The path of the base URL that the configuration of the server under test contains. */
  basePath: string;
  /** Returns the model of a chat request; null for other requests. */
  getRequestedModel(path: string, body: Record<string, unknown>): string | null;
  /** Parses an embeddings request; null for other requests. Absent if the provider has no embeddings. */
  parseEmbeddingsRequest?(path: string, body: Record<string, unknown>): { model: string; texts: string[] } | null;
  /** Builds the response to an embeddings request. */
  buildEmbeddingsResponse?(vectors: readonly (readonly number[])[], tokens: number, path: string): object;
  parseCall(model: string, body: Record<string, unknown>): ParsedCall;
  hasKey(headers: IncomingHttpHeaders, key: string): boolean;
  /** Builds the response to a request for the list of models; null for other requests. */
  buildModelList(url: URL, models: readonly string[]): object | null;
  buildErrorBody(status: number, code: string | null): object;
  /** Creates the writer of one answer. The writer stores state such as the number of content blocks. */
  createAnswerWriter(model: string, usage: ScriptedUsage): AnswerWriter;
}

type Piece = string | Uint8Array;

export interface AnswerWriter {
  start(): Piece;
  reasoning(token: string): Piece;
  text(token: string): Piece;
  /** Ends the reasoning, or the text, with its signature; empty if the wire signs other parts. */
  reasoningSignature(signature: string): Piece;
  textSignature(signature: string): Piece;
  /** Writes redacted reasoning; empty if the wire has none. */
  redactedReasoning(data: string): Piece;
  /**
   * Writes a tool call, with its arguments in several parts if the wire format allows that. `signature` is null if this
   * call is not signed.
   */
  toolCall(call: { id: string; name: string; argumentsJson: string; signature: string | null }): Piece;
  /** `reason` is a finish reason of OpenAI's chat completions. */
  finish(reason: string, hasUsage: boolean): Piece;
  error(): Piece;
  noise(): Piece;
  hugeEvent(): Piece;
}
