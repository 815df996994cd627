import { t } from "@lingui/core/macro";
import { getStatusPhrase } from "./getStatusPhrase.ts";
import { translateServerText } from "./i18n/translateServerText.ts";
import { getOfflineText, isOffline } from "./network.ts";

/** A failed call. `message` is for people, and so is `reason`: the server's message, if there is one. */
export class CallError extends Error {
  readonly reason: string | null;
  /** The error code in the response, normally one of the contract's; null if there is none. */
  readonly code: string | null;
  /** The HTTP status; null if there was no response. */
  readonly status: number | null;
  readonly requestId: string | null;
  /** Further fields of the failure, such as `issues` or `type`. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(message: string, details: CallErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = "CallError";
    this.reason = details.reason ?? null;
    this.code = details.code ?? null;
    this.status = details.status ?? null;
    this.requestId = details.requestId ?? null;
    this.fields = details.fields ?? {};
  }
}

/** A call whose response did not arrive. `name`: the method and path. If the browser is offline, `reason` says so. */
export class NetworkError extends CallError {
  constructor(name: string, cause: unknown) {
    super(t`Network Error calling ${name}.`, { cause, reason: isOffline() ? getOfflineText() : null });
    this.name = "NetworkError";
  }
}

/** A call that was answered with a failure. `name`: the method and path. `failure.reason`: as the server wrote it. */
export function createStatusError(name: string, status: number, failure: CallErrorDetails): CallError {
  const statusPhrase = translateServerText(getStatusPhrase(status));
  const reason = failure.reason ? translateServerText(failure.reason) : null;
  return new CallError(t`Error calling ${name}: ${statusPhrase}.`, { ...failure, reason, status });
}

/** A call whose response could not be understood. `name`: the method and path. */
export function createParseError(name: string, status: number, cause?: unknown): CallError {
  return new CallError(t`Error parsing response from ${name}.`, { status, cause });
}

export interface CallErrorDetails {
  reason?: string | null;
  code?: string | null;
  status?: number | null;
  requestId?: string | null;
  fields?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/** Reads the details of a failure from a response body of any shape. The reason is in the server's language. */
export function readFailure(body: unknown): Omit<CallErrorDetails, "status" | "cause"> {
  if (typeof body !== "object" || body === null) return {};
  const { success: _, message, code, requestId, ...fields } = Object.fromEntries(Object.entries(body));
  const toNonEmptyText = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  return {
    reason: toNonEmptyText(message),
    code: toNonEmptyText(code),
    requestId: toNonEmptyText(requestId),
    fields,
  };
}
