/** Thrown if the database cannot be opened. `userMessage` tells the operator what to do. */
export class DatabaseOpenError extends Error {
  readonly userMessage: string;

  constructor(userMessage: string, options: { cause?: unknown } = {}) {
    super(userMessage, options);
    this.name = "DatabaseOpenError";
    this.userMessage = userMessage;
  }
}

/** True for an Error with a `code`, as all errors of the file system have, such as EACCES. */
export function isFileError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}
