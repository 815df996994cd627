import { createPageStore } from "../../../lib/pageStore.ts";
import type { ShownSummary } from "./useShownSummary.ts";

/** A summary that a person edits. */
export interface SummaryEdit {
  /** As it was when they began. */
  shown: ShownSummary;
  text: string;
}

interface SummaryEdits {
  /** By the ids of the messages that have the summaries, with `used:` before where an answer shows it. */
  edits: Readonly<Record<string, SummaryEdit>>;
}

/** Outside of the messages, because one that is scrolled away is removed from the page. */
export const useSummaryEdits = createPageStore<SummaryEdits>(() => ({ edits: {} }));

export function setSummaryEdit(key: string, edit: SummaryEdit): void {
  useSummaryEdits.setState(({ edits }) => ({ edits: { ...edits, [key]: edit } }));
}

export function removeSummaryEdit(key: string): void {
  useSummaryEdits.setState(({ edits: { [key]: _, ...edits } }) => ({ edits }));
}
