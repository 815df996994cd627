/** What this page keeps in the browser is no longer its own to write: it must be loaded again. The message says why, to a person. */
export class OutdatedPageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "OutdatedPageError";
  }
}

export const outdatedPageTexts = {
  newerVersion: "A newer version of this page is open in another tab. Reload this one to go on.",
  storageCleared: "What this browser keeps for this page was cleared. Reload the page to go on.",
} as const;
