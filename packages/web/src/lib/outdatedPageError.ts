/** What this page keeps in the browser is no longer its own to write: it must be loaded again. The message says why, to a person. */
export class OutdatedPageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "OutdatedPageError";
  }
}
