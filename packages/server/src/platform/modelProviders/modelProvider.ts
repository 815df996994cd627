/** One message as a model's server takes it. */
export interface ModelMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

export interface ModelCall {
  /** The name under which the model's server knows the model. */
  model: string;
  messages: ModelMessage[];
  temperature?: number;
  /** Longest answer, in tokens. */
  maxTokens?: number;
  /** Aborting it ends the call at the model's server at once. */
  signal: AbortSignal;
}

export type FinishReason = "stop" | "length" | "toolCalls" | "contentFilter" | "other";

export type ModelEvent =
  | { type: "text"; text: string }
  | { type: "toolCall"; index: number; id?: string; name?: string; arguments?: string }
  | { type: "usage"; inputTokens: number; outputTokens: number; cachedTokens: number }
  | { type: "finish"; reason: FinishReason };

/** A model that a server says it has. `contextWindow` in tokens, where the server tells it. */
export interface ListedModel {
  id: string;
  contextWindow: number | null;
}

/**
 * A model's server behind one interface. `stream` yields the events that arrived together, so that a burst costs one step.
 * `usage` comes at most once and `finish` exactly once, as the last event. Throws `ModelError`, and the signal's reason when
 * that was aborted. Ending the iteration early ends the call.
 */
export interface ModelProvider {
  stream(call: ModelCall): AsyncIterable<readonly ModelEvent[]>;
  /** The models that the server has, sorted by id; none where it cannot be asked (Azure, the guide). Throws `ModelError`. */
  listModels(signal: AbortSignal): Promise<ListedModel[]>;
}

export type ModelErrorKind =
  | "unreachable"
  | "unauthorized"
  | "modelNotFound"
  | "rateLimited"
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

/** Where a model is reached. `azure`: `url` is the resource's address and the model's id the deployment's name. */
export interface ModelEndpoint {
  wire: "openai" | "azure" | "guide";
  /** Base address, as in `https://api.openai.com/v1`; empty for the guide. */
  url: string;
  key: string;
  /** Azure's `api-version`. */
  apiVersion?: string;
}

/** Gives the provider that speaks an endpoint's wire; connections are kept alive and shared per origin. */
export interface ModelProviders {
  open(endpoint: ModelEndpoint): ModelProvider;
  close(): Promise<void>;
}
