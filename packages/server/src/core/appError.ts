import type { ErrorCode, InputIssue } from "@lectern/contract";

export interface AppErrorDetails {
  /** Shown to the person; it never contains secrets, other people's data or internal addresses. */
  userMessage?: string;
  issues?: InputIssue[];
  /** Failure fields that the op's contract declares, such as `{type: "NoSuchKey"}`. */
  fields?: Record<string, unknown>;
  /** Response headers, such as `retry-after`. */
  headers?: Record<string, string>;
  cause?: unknown;
}

/**
 * The only error whose details reach a client. `http/` turns it into a response; any other error becomes `internal`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly userMessage: string;
  readonly issues: InputIssue[] | undefined;
  readonly fields: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    const userMessage = details.userMessage ?? defaultMessages[code];
    super(`${code}: ${userMessage}`, { cause: details.cause });
    this.name = "AppError";
    this.code = code;
    this.userMessage = userMessage;
    this.issues = details.issues;
    this.fields = details.fields ?? {};
    this.headers = details.headers ?? {};
  }
}

const defaultMessages: Record<ErrorCode, string> = {
  invalidInput: "The request is not valid.",
  unauthenticated: "Please sign in.",
  forbidden: "You are not allowed to do this.",
  notFound: "Not found, or you do not have access to it.",
  methodNotAllowed: "This address does not support that method.",
  conflict: "This was changed elsewhere or already exists.",
  tooLarge: "The request is too large.",
  unsupportedMediaType: "The request must be JSON.",
  unprocessable: "This could not be processed.",
  rateLimited: "Too many requests. Please wait a moment.",
  internal: "Something went wrong on the server.",
  providerFailed: "The model server could not answer.",
  unavailable: "This is not available right now. Please try again in a minute.",
  providerTimeout: "The model server took too long to answer.",
};
