import { t } from "@lingui/core/macro";
import { getLocale, onLocaleChange } from "../../lib/i18n/i18n.ts";
import { listNames, quoteName } from "../../lib/text/listNames.ts";
import { notifyError, notifyInfo } from "../../ui/notices/notify.tsx";
import type { PromptStoreOptions } from "./store/promptStoreOptions.ts";

/** The built-in templates of the prompt store, and the notices it shows about conflicting and rejected changes. */
export const promptStoreOptions: PromptStoreOptions = {
  loadBuiltIn: loadBuiltInPrompts,
  onLanguageChange: onLocaleChange,
  onConflictCopies: (names) => {
    const copyNames = listNames(names, quoteName);
    notifyInfo("prompt copies", t`Also changed on another device. Your version was saved as a copy: ${copyNames}`);
  },
  onChangesUndone: (names) => {
    const promptNames = listNames(names, quoteName);
    notifyInfo(
      "received prompts",
      t`Prompts that were shared with you can’t be changed, so they are as before: ${promptNames}`,
    );
  },
  onRejected: (name, reason) =>
    notifyError(t`“${name}” couldn’t be synced to your other devices. It is still saved in this browser.`, { reason }),
};

/**
 * The templates have a whole version for each language instead of texts in the catalogue: their names, fields and
 * choices are parts of one text, which is sent to the model.
 */
async function loadBuiltInPrompts() {
  if (getLocale() === "de") return (await import("./builtIn/germanPrompts.ts")).germanPrompts;
  return (await import("./builtIn/builtInPrompts.ts")).builtInPrompts;
}
