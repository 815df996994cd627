import type { JsonObject } from "@lectern/contract";

/** An image attached to a user message. */
export interface ModelImage {
  /** For example `image/png`. */
  mediaType: string;
  /** The bytes as base64. */
  data: string;
  /** Estimated number of input tokens for this model. */
  tokens?: number;
}

/** A passage of a document that accompanies a question; answers cite it as `[number]`. */
export interface ModelPassage {
  number: number;
  /** The document's name. */
  name: string;
  /** Location in the document as text, for example `page 3`; empty if unknown. */
  location: string;
  content: string;
}

/** A function call that the model requested. */
export interface ModelToolCall {
  id: string;
  name: string;
  /** JSON as the model wrote it, which may be invalid. */
  arguments: string;
}

/**
 * What a model server must get back unchanged with an answer that calls functions, such as signed reasoning. Opaque to
 * everything except the provider that yielded it. A provider ignores the parts of another wire or model, and parts that
 * it cannot read, so they may be stored by whoever stores the answer.
 */
export interface WireParts {
  wire: ModelWire;
  /** The model's name on the server. */
  model: string;
  parts: readonly JsonObject[];
}

/** One message of the model input. Only the OpenAI-compatible API passes on system messages after the first message. */
export type ModelMessage =
  | { role: "system"; content: string }
  | { role: "user"; content: string; images?: readonly ModelImage[] }
  | { role: "assistant"; content: string; toolCalls?: readonly ModelToolCall[]; wireParts?: WireParts }
  /** The result of a function, or why it failed; follows the assistant message that called it. */
  | { role: "tool"; content: string; toolCallId: string; toolName: string; isError?: boolean };

/** A function that the model may call. */
export interface ModelTool {
  name: string;
  description?: string;
  /** JSON Schema of the arguments. */
  parameters: JsonObject;
  /** True: a server that supports it enforces the schema. */
  strict?: boolean;
}

/** JSON as the format of an answer. */
export interface ModelResponseFormat {
  type: "json";
  /** The JSON Schema of the answer, with a name; absent: any JSON object. */
  schema?: { name: string; schema: JsonObject; strict: boolean };
}

export interface ModelCall {
  /** The model's name on the server. */
  model: string;
  messages: ModelMessage[];
  temperature?: number;
  topP?: number;
  /** Texts before which the answer ends. */
  stop?: readonly string[];
  /** Maximum length of the answer, in tokens. */
  maxTokens?: number;
  tools?: readonly ModelTool[];
  /**
   * `none`: the model must not call any of `tools`. `required`: it must call at least one. An object: it must call this
   * one. Absent or `auto`: the model decides.
   */
  toolChoice?: "auto" | "none" | "required" | { name: string };
  /** False: the model should call one function at a time. Servers without such an option ignore it. */
  parallelToolCalls?: boolean;
  /** Absent: text. */
  responseFormat?: ModelResponseFormat;
  /**
   * The question and the passages that accompany it. Only the built-in guide uses them; for model servers, the last
   * message contains both.
   */
  sources?: { question: string; passages: readonly ModelPassage[] };
  /** Aborting it immediately closes the connection, so that the model stops. */
  signal: AbortSignal;
}

export type FinishReason = "stop" | "length" | "toolCalls" | "contentFilter" | "other";

/**
 * `reasoning` is what the model writes before its answer. A function call arrives as one or more `toolCall` events with
 * the same index, counted from 0; the first has the id and the name. `cachedTokens` is how many of the `inputTokens`
 * were read from a cache, and `cacheWriteTokens` how many were written to it; `inputTokens` contains both. `wireParts`
 * occurs at most once, after all function calls. `thoughtsEnd` says that all text so far was reasoning.
 */
export type ModelEvent =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "thoughtsEnd" }
  | { type: "toolCall"; index: number; id?: string; name?: string; arguments?: string }
  | { type: "wireParts"; wireParts: WireParts }
  | {
      type: "usage";
      inputTokens: number;
      outputTokens: number;
      cachedTokens: number;
      /** Absent if the server reports none. */
      cacheWriteTokens?: number;
      /** Part of `outputTokens`. Absent if the server does not report it. */
      reasoningTokens?: number;
    }
  | { type: "finish"; reason: FinishReason };

/** A model in a server's list. */
export interface ListedModel {
  id: string;
  /** In tokens; null if the server does not report it. */
  contextWindow: number | null;
  /** In tokens; absent if the server does not report it. */
  outputTokenLimit?: number;
  /** Display name; absent if the server does not report it. */
  name?: string;
}

/** A request for embeddings. */
export interface EmbedCall {
  /** The model's name on the server. */
  model: string;
  texts: readonly string[];
  /** Some models compute different vectors for questions and for documents. */
  purpose: "document" | "question";
  /** Aborting it immediately closes the connection. */
  signal: AbortSignal;
}

export interface RerankCall {
  /** The model's name on the server; null if the server has only one. */
  model: string | null;
  query: string;
  texts: readonly string[];
  /** Aborting it immediately closes the connection. */
  signal: AbortSignal;
}

/** `index`: the text's place in the call. Scores of different models are not comparable. */
export interface RankedText {
  index: number;
  score: number;
}

export interface EmbeddingResult {
  /** One vector per text, in the order of the texts, all with the same number of dimensions. */
  vectors: number[][];
  /** The server's count; null if the server does not report it. */
  inputTokens: number | null;
}

/**
 * A uniform interface to model servers. Each method throws `ModelError`, or the signal's reason if it was aborted.
 */
export interface ModelProvider {
  /**
   * Yields events in the batches in which they arrive. `usage` may occur several times, each with the total so far, so
   * the last one counts. `finish` occurs exactly once, as the last event. Ending the iteration early ends the call.
   */
  stream(call: ModelCall): AsyncIterable<readonly ModelEvent[]>;
  /** Returns the server's models, sorted by id; empty if it has no list (Azure, Bedrock, the guide). */
  listModels(signal: AbortSignal): Promise<ListedModel[]>;
  /** Computes embeddings, in several requests if necessary. Absent if the wire has none. */
  embed?(call: EmbedCall): Promise<EmbeddingResult>;
  /** Orders texts by how well they answer a query, best first. May omit texts. Absent if the wire has no reranking. */
  rerank?(call: RerankCall): Promise<RankedText[]>;
  /** Sends a short chat or embeddings call exactly as given, apart from what the server refuses. Absent on other wires. */
  test?(call: { model: string; body: JsonObject; signal: AbortSignal }): Promise<void>;
}

/** A parameter without which, or under another name, a request still asks the same, or that this server can replace. */
export type OptionalParameter =
  | "max_tokens"
  | "max_completion_tokens"
  | "temperature"
  | "top_p"
  | "stop"
  | "parallel_tool_calls"
  | "stream_options"
  /** The thoughts that go back with function calls. */
  | "reasoning"
  /** Messages with the role `system`; their text can begin the first question. */
  | "system"
  /** An answer as the first message; a question can be put before it. */
  | "leadingAnswer";

export type ModelErrorKind =
  | "unreachable"
  /** No secure connection: the certificate is not trusted, or the server does not speak TLS. */
  | "insecure"
  | "unauthorized"
  | "modelNotFound"
  | "rateLimited"
  /** The credit or quota at the provider is used up; waiting does not help. */
  | "quotaUsedUp"
  | "badRequest"
  | "contextTooLong"
  | "contentFilter"
  | "serverError"
  | "timeout"
  /** The connection ended before the answer was complete. */
  | "cut"
  /** The server's response does not follow the wire's format, or exceeds a size limit. */
  | "protocol";

/**
 * A failure of a model server or of the connection to it. The message is for the log; it contains no key and no
 * content.
 */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  /** HTTP status of the model server, if it responded with an error, or the one that an error in its stream names. */
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The parameter that the server does not support. */
  readonly refusedParameter: OptionalParameter | undefined;
  /** True if the server says that it does not accept a picture of the request. */
  readonly isImageRefused: boolean;
  /** True if the server is still loading the model. */
  readonly isLoadingModel: boolean;

  constructor(
    kind: ModelErrorKind,
    message: string,
    details: {
      status?: number;
      retryAfterSeconds?: number;
      refusedParameter?: OptionalParameter | undefined;
      isImageRefused?: boolean;
      isLoadingModel?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = "ModelError";
    this.kind = kind;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.refusedParameter = details.refusedParameter;
    this.isImageRefused = details.isImageRefused ?? false;
    this.isLoadingModel = details.isLoadingModel ?? false;
  }
}

export type ModelWire = "openai" | "azure" | "anthropic" | "google" | "bedrock" | "guide";

/** Credentials for signing requests to AWS. */
export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | null;
}

/**
 * How to reach a model. For `azure`, `url` is the URL of the resource, and the model's id is the name of the
 * deployment.
 */
export interface ModelEndpoint {
  wire: ModelWire;
  /** Base URL, for example `https://api.openai.com/v1`; empty for the guide. */
  url: string;
  /** Empty if none is needed, or if `awsCredentials` replace it. */
  key: string;
  /** Azure's `api-version`. */
  apiVersion?: string;
  /** Azure's deployment, if its name is not the model's id. */
  deployment?: string;
  /** The AWS region for which Bedrock requests are signed. */
  region?: string;
  awsCredentials?: AwsCredentials;
}

/** Creates providers for endpoints. They share connections, which are kept alive. */
export interface ModelProviders {
  open(endpoint: ModelEndpoint): ModelProvider;
  /** Closes all connections. */
  close(): Promise<void>;
}
