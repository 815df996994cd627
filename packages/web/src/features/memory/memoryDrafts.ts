import { createPageStore } from "../../lib/pageStore.ts";

/**
 * The unsaved texts of memories, by the id of the memory. They stay until they are saved or cancelled, or until the page
 * is closed, so that nothing is lost when a dialog, a tab or a list that shows the memory is closed.
 */
export const useMemoryDrafts = createPageStore<Readonly<Record<string, string | undefined>>>(() => ({}));

/** `text: undefined` removes the draft. */
export const setMemoryDraft = (memoryId: string, text: string | undefined): void =>
  useMemoryDrafts.setState({ [memoryId]: text });
