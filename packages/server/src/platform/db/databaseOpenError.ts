/** The database cannot be opened. `userMessage` tells the operator in one or two sentences what to do. */
export class DatabaseOpenError extends Error {
  readonly userMessage: string;

  constructor(userMessage: string, options: { cause?: unknown } = {}) {
    super(userMessage, options);
    this.name = "DatabaseOpenError";
    this.userMessage = userMessage;
  }
}

/** Returns true for an error of the operating system, such as EACCES. */
export function isFileError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}
