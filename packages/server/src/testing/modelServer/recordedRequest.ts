import type { IncomingHttpHeaders } from "node:http";
import type { TokenUsage } from "@lectern/contract";

/** A request that the scripted server has received. */
export interface RecordedRequest {
  method: string;
  /** Path and query. */
  path: string;
  /** All headers, including `authorization` and `api-key`. */
  headers: IncomingHttpHeaders;
  /** The parsed JSON, or null. */
  body: ModelRequestBody | null;
  /** Text of the last user message; empty if there is none. */
  prompt: string;
  /** Tokens written so far. */
  tokensSent: number;
  /** Usage recorded so far for a chat or for embeddings; null if none was recorded. */
  usage: TokenUsage | null;
  /** True if the client received the whole count. */
  isReported: boolean;
  isAborted: boolean;
  /** `performance.now()` when the client disconnected during the answer. */
  abortedAt: number | null;
  /** Resolves when the client disconnects before the answer's end. */
  aborted: Promise<void>;
  /** Resolves when the response has closed, whether or not it was complete. */
  closed: Promise<void>;
}

/** The fields of chat and embedding requests that the server and tests read. They are not validated. */
export interface ModelRequestBody {
  model?: string;
  messages?: { role: string; content: unknown }[];
  /** The texts of an embeddings request. */
  input?: unknown;
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  temperature?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  response_format?: { type: string; json_schema?: { name: string; schema: unknown; strict?: boolean } };
  tools?: { type: string; function: { name: string; description?: string; parameters: unknown } }[];
  tool_choice?: unknown;
}
