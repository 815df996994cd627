import type { ErrorCode, InputIssue } from "@lectern/contract";

export interface AppErrorDetails {
  /** What the person reads; it never names a secret, another person's thing, or an internal address. */
  userMessage?: string;
  issues?: InputIssue[];
  /** Failure fields that the op's contract declares, as in `{type: "NoSuchKey"}`. */
  fields?: Record<string, unknown>;
  /** Reply headers, as in `retry-after`. */
  headers?: Record<string, string>;
  cause?: unknown;
}

/** The one error that may cross to a client. `http/` turns it into a reply; anything else becomes `internal`. */
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

/** What a person is told when the database cannot be reached. */
export function databaseUnreachable(cause: unknown): AppError {
  const userMessage = "The database of this workspace cannot be reached. Please try again in a minute.";
  return new AppError("unavailable", { userMessage, cause });
}

const defaultMessages: Record<ErrorCode, string> = {
  invalidInput: "The request is not valid.",
  unauthenticated: "Please sign in.",
  forbidden: "You may not do this.",
  notFound: "There is nothing here, or you may not see it.",
  methodNotAllowed: "This address does not answer that method.",
  conflict: "This was changed elsewhere, or exists already.",
  tooLarge: "The request is too large.",
  unsupportedMediaType: "The request must be JSON.",
  unprocessable: "This could not be made.",
  rateLimited: "Too many requests. Please wait a moment.",
  internal: "Something went wrong on the server.",
  providerFailed: "The model's server could not answer.",
  unavailable: "This is not available right now. Please try again in a minute.",
  providerTimeout: "The model's server took too long to answer.",
};
