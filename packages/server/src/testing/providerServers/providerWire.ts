import type { IncomingHttpHeaders } from "node:http";

/** A model call as parsed from a request of any wire format, so that one test can check every provider. */
export interface ParsedCall {
  model: string;
  system: string;
  messages: ParsedMessage[];
  tools: { name: string; description: string | undefined; parameters: unknown }[];
  /** `auto`, `none`, or the name of the required tool; null if the request does not set a tool choice. */
  toolChoice: string | null;
  /**
   * The requested answer format: JSON with this schema; null for text. If `tool` is set, the request asks for the JSON
   * as the arguments of this tool.
   */
  format: { schema: unknown; tool?: string } | null;
  temperature: number | undefined;
  maxTokens: number | undefined;
}

export interface ParsedMessage {
  role: "user" | "assistant" | "tool";
  text: string;
  images: { mediaType: string; data: string }[];
  toolCalls: { name: string; arguments: unknown }[];
}

export interface ScriptedUsage {
  /** All input tokens, including those read from a cache or written to it. */
  input: number;
  output: number;
  cached: number;
  written: number;
}

/** The wire format of one provider, according to its public documentation. */
export interface ProviderWire {
  streamType: string;
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
  /** Writes a tool call, with its arguments in several parts if the wire format allows that. */
  toolCall(name: string, argumentsJson: string): Piece;
  /** `reason` is a finish reason of OpenAI's chat completions. */
  finish(reason: string, hasUsage: boolean): Piece;
  error(): Piece;
  noise(): Piece;
  hugeEvent(): Piece;
}
