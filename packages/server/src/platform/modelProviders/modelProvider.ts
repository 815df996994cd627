import type { JsonObject } from "@lectern/contract";

/** A picture that goes with a person's message. */
export interface ModelImage {
  /** As in `image/png`. */
  mediaType: string;
  /** The bytes in base64. */
  data: string;
  /** About how many tokens it takes at this model. */
  tokens?: number;
}

/** A passage of a document that goes with a question: what an answer cites as `[number]`. */
export interface ModelPassage {
  number: number;
  /** The document's name. */
  name: string;
  /** Where in it, in words, as in `page 3`; empty where that is not known. */
  place: string;
  content: string;
}

/** A function that the model asked to have called. */
export interface ModelToolCall {
  id: string;
  name: string;
  /** JSON, as the model wrote it. */
  arguments: string;
}

/** One message as a model's server takes it. */
export type ModelMessage =
  | { role: "system"; content: string }
  | { role: "user"; content: string; images?: readonly ModelImage[] }
  | { role: "assistant"; content: string; toolCalls?: readonly ModelToolCall[] }
  /** What a function gave; follows the assistant's message that called it. */
  | { role: "tool"; content: string; toolCallId: string; toolName: string };

/** A function that the model may ask for. */
export interface ModelTool {
  name: string;
  description?: string;
  /** JSON Schema of the arguments. */
  parameters: JsonObject;
}

/** JSON as the form of an answer. */
export interface ModelResponseFormat {
  type: "json";
  /** What it follows, and under which name; absent: any JSON object. */
  schema?: { name: string; schema: JsonObject; strict: boolean };
}

export interface ModelCall {
  /** The name under which the model's server knows the model. */
  model: string;
  messages: ModelMessage[];
  temperature?: number;
  /** Longest answer, in tokens. */
  maxTokens?: number;
  tools?: readonly ModelTool[];
  /** Whether and which of `tools` is to be called; absent: the model's choice. */
  toolChoice?: "auto" | "none" | { name: string };
  /** Absent: text. */
  responseFormat?: ModelResponseFormat;
  /**
   * What was asked and the passages of documents that go with it, apart. The last message holds both already: this is for the
   * built-in guide, and model servers are not sent it.
   */
  sources?: { question: string; passages: readonly ModelPassage[] };
  /** Aborting it ends the call at the model's server at once. */
  signal: AbortSignal;
}

export type FinishReason = "stop" | "length" | "toolCalls" | "contentFilter" | "other";

/**
 * `reasoning` is what the model thinks before it answers. The pieces of a `toolCall` share an index from 0 on; the first names id and
 * name. `inputTokens` is all that was read, cached tokens included; `cachedTokens` are those of them that came from a cache.
 */
export type ModelEvent =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "toolCall"; index: number; id?: string; name?: string; arguments?: string }
  | { type: "usage"; inputTokens: number; outputTokens: number; cachedTokens: number }
  | { type: "finish"; reason: FinishReason };

/** A model that a server says it has. `contextWindow` and `outputTokenLimit` in tokens, where the server tells them. */
export interface ListedModel {
  id: string;
  contextWindow: number | null;
  outputTokenLimit?: number;
  /** As people read it, where the server tells it. */
  name?: string;
}

/** Texts whose meaning is to become numbers. */
export interface EmbedCall {
  /** The name under which the model's server knows the model. */
  model: string;
  texts: readonly string[];
  /** Some models make other vectors for what is looked for than for what is found. */
  purpose: "document" | "question";
  /** Aborting it ends the call at the model's server at once. */
  signal: AbortSignal;
}

/** One vector a text, in the texts' order, all of one length. */
export interface EmbeddingResult {
  vectors: number[][];
  /** As the server counts them; null: it does not say. */
  inputTokens: number | null;
}

/**
 * A model's server behind one interface. `stream` yields the events that arrived together, so that a burst costs one step.
 * `usage` may come several times, each the whole count so far: the last one counts. `finish` comes exactly once, as the last event. Throws `ModelError`, and the signal's reason when
 * that was aborted. Ending the iteration early ends the call.
 */
export interface ModelProvider {
  stream(call: ModelCall): AsyncIterable<readonly ModelEvent[]>;
  /** The models that the server has, sorted by id; none where it cannot be asked (Azure, Bedrock, the guide). Throws `ModelError`. */
  listModels(signal: AbortSignal): Promise<ListedModel[]>;
  /** Makes vectors, in as many requests as the server needs. Absent where the wire has none. Throws `ModelError`, and the signal's reason. */
  embed?(call: EmbedCall): Promise<EmbeddingResult>;
}

export type ModelErrorKind =
  | "unreachable"
  /** No secure connection: its certificate is not trusted, or it does not speak TLS. */
  | "insecure"
  | "unauthorized"
  | "modelNotFound"
  | "rateLimited"
  /** The money or the quota at the provider is used up: waiting does not help. */
  | "quotaUsedUp"
  | "badRequest"
  | "contextTooLong"
  | "contentFilter"
  | "serverError"
  | "timeout"
  | "cut"
  | "protocol";

/** What went wrong at or on the way to a model's server. The message is for the log; it carries no key and no content. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  /** HTTP status of the model's server, where it answered. */
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: ModelErrorKind,
    message: string,
    details: { status?: number; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = "ModelError";
    this.kind = kind;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

export type ModelWire = "openai" | "azure" | "anthropic" | "google" | "bedrock" | "guide";

/** What requests to AWS are signed with. */
export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | null;
}

/** Where a model is reached. `azure`: `url` is the resource's address and the model's id the deployment's name. */
export interface ModelEndpoint {
  wire: ModelWire;
  /** Base address, as in `https://api.openai.com/v1`; empty for the guide. */
  url: string;
  /** Empty where none is needed, or where `awsCredentials` stand in its place. */
  key: string;
  /** Azure's `api-version`. */
  apiVersion?: string;
  /** Bedrock's region, for which requests are signed. */
  region?: string;
  awsCredentials?: AwsCredentials;
}

/** Gives the provider that speaks an endpoint's wire; connections are kept alive and shared per origin. */
export interface ModelProviders {
  open(endpoint: ModelEndpoint): ModelProvider;
  close(): Promise<void>;
}
