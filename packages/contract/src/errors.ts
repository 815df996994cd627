/** Every error code a client can receive, with its HTTP status. Unexpected errors are `internal`. */
export const errorStatus = {
  invalidInput: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  conflict: 409,
  tooLarge: 413,
  unsupportedMediaType: 415,
  /** The request was valid, but carrying it out failed. */
  unprocessable: 422,
  rateLimited: 429,
  internal: 500,
  providerFailed: 502,
  unavailable: 503,
  providerTimeout: 504,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** One problem with an input. `path` is dotted, for example `messages.0.role`. */
export interface InputIssue {
  path: string;
  message: string;
}

/** The JSON body of an error response. Some errors add fields of their own. */
export interface Failure {
  success: false;
  message: string;
  code: ErrorCode;
  requestId: string;
  issues?: InputIssue[];
}
