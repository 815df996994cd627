import type { IncomingHttpHeaders } from "node:http";

/** What a request says, whatever its wire: for tests that hold for every provider. */
export interface SeenCall {
  model: string;
  system: string;
  messages: SeenMessage[];
  tools: { name: string; description: string | undefined; parameters: unknown }[];
  /** `auto`, `none`, or the name of the tool to be called; null: nothing was said. */
  toolChoice: string | null;
  /**
   * The form of the answer: JSON, of this schema; null: none was asked for. `tool`: that is asked for as the call of
   * this tool.
   */
  format: { schema: unknown; tool?: string } | null;
  temperature: number | undefined;
  maxTokens: number | undefined;
}

export interface SeenMessage {
  role: "user" | "assistant" | "tool";
  text: string;
  images: { mediaType: string; data: string }[];
  toolCalls: { name: string; arguments: unknown }[];
}

export interface ScriptedUsage {
  /** All that was read, what came from a cache or went into it included. */
  input: number;
  output: number;
  cached: number;
  written: number;
}

/**
 * How one provider's server writes its answers, from the provider's public documentation. Pieces are bytes or text of
 * the stream.
 */
export interface ProviderWire {
  streamType: string;
  /** Address of the models below the server's origin, as the configuration names it. */
  basePath: string;
  /** The model that a path asks for an answer; null: it does not. */
  modelOf(path: string, body: Record<string, unknown>): string | null;
  /** The texts whose vectors a path asks for; null: it does not. Absent: the wire has none. */
  embeddingsOf?(path: string, body: Record<string, unknown>): { model: string; texts: string[] } | null;
  /** The reply to that. */
  embedded?(vectors: readonly (readonly number[])[], tokens: number, path: string): object;
  see(model: string, body: Record<string, unknown>): SeenCall;
  carriesKey(headers: IncomingHttpHeaders, key: string): boolean;
  /** The reply to a list of the models; null: the path does not ask for it. */
  listOf(url: URL, models: readonly string[]): object | null;
  refusal(status: number, code: string | null): object;
  /** An answer's pieces. A wire that counts blocks keeps the count here. */
  beginAnswer(model: string, usage: ScriptedUsage): AnswerWriter;
}

type Piece = string | Uint8Array;

export interface AnswerWriter {
  begin(): Piece;
  thought(token: string): Piece;
  text(token: string): Piece;
  /** A call, in pieces where the wire has them. `given`: its arguments as JSON. */
  toolCall(name: string, given: string): Piece;
  /** `reason` in the words of the chat completions wire. */
  finish(reason: string, hasUsage: boolean): Piece;
  error(): Piece;
  rubbish(): Piece;
  huge(): Piece;
}
