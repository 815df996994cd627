import { t } from "@lingui/core/macro";

/** The page can no longer write to the browser's database and must be reloaded. The message tells the person why. */
export class OutdatedPageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "OutdatedPageError";
  }
}

export const outdatedPageTexts = {
  get newerVersion() {
    return t`A newer version of this page is open in another tab. Reload this page to continue.`;
  },
  get storageCleared() {
    return t`The data that this browser stores for this page was cleared. Reload the page to continue.`;
  },
};
