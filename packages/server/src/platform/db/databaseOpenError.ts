/** The database cannot be opened for a reason that its operator can act on. `userMessage` is a whole sentence or two. */
export class DatabaseOpenError extends Error {
  readonly userMessage: string;

  constructor(userMessage: string, options: { cause?: unknown } = {}) {
    super(userMessage, options);
    this.name = "DatabaseOpenError";
    this.userMessage = userMessage;
  }
}

/** An error of the operating system, as in EACCES. */
export function isFileError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}
