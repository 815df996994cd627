import { notifyError, notifyInfo } from "../../ui/notices/notify.tsx";
import type { PromptStoreSetup } from "./store/promptStoreSetup.ts";

/** What the prompt store has from the other parts, and whom it tells what became of a change. */
export const promptStoreSetup: PromptStoreSetup = {
  loadBuiltIn: async () => (await import("./builtIn/builtInPrompts.ts")).builtInPrompts,
  onCopies: (names) => notifyInfo("prompt copies", copiesText(names)),
  onRefused: (name, reason) =>
    notifyError(`“${name}” could not be saved for your other devices. It stays in this browser.`, { reason }),
};

const shownNames = 3;

function copiesText(names: readonly string[]): string {
  const named = names.slice(0, shownNames).map((name) => `“${name}”`);
  const others = names.length > shownNames ? ` and ${names.length - shownNames} more` : "";
  return `Also changed on another device. Your version is kept as a copy: ${named.join(", ")}${others}`;
}
