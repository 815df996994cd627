import { notifyError, notifyInfo } from "../../ui/notices/notify.tsx";
import type { PromptStoreOptions } from "./store/promptStoreOptions.ts";

/** The built-in templates of the prompt store, and the notices it shows about conflicting and rejected changes. */
export const promptStoreOptions: PromptStoreOptions = {
  loadBuiltIn: async () => (await import("./builtIn/builtInPrompts.ts")).builtInPrompts,
  onConflictCopies: (names) => notifyInfo("prompt copies", formatConflictCopies(names)),
  onRejected: (name, reason) =>
    notifyError(`“${name}” could not be synced to your other devices. It is still saved in this browser.`, { reason }),
};

const maxListedNames = 3;

function formatConflictCopies(names: readonly string[]): string {
  const listedNames = names.slice(0, maxListedNames).map((name) => `“${name}”`);
  const moreText = names.length > maxListedNames ? ` and ${names.length - maxListedNames} more` : "";
  return `Also changed on another device. Your version was saved as a copy: ${listedNames.join(", ")}${moreText}`;
}
