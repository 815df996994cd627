import * as z from "zod/mini";
import { useStore } from "zustand";
import { createPageStore } from "../../lib/pageStore.ts";
import { putFirst } from "../../lib/storedIds.ts";
import { readUserValue, writeUserValue } from "../../lib/userStorage.ts";

const Ids = z._default(z.array(z.string()), []);
const AssistantMarks = z.object({
  /** The assistants that the person has chosen, the last one first. */
  recentIds: Ids,
  pinnedIds: Ids,
});

/** What a person has marked in this browser. Ids of assistants that no longer exist do no harm. */
export type AssistantMarks = Readonly<z.infer<typeof AssistantMarks>>;

const key = "assistants";
const maxRecent = 10;
const store = createPageStore<Readonly<Record<string, AssistantMarks>>>(() => ({}));

export function useAssistantMarks(userId: string): AssistantMarks {
  return useStore(store, (marks) => marks[userId]) ?? readAssistantMarks(userId);
}

export function readAssistantMarks(userId: string): AssistantMarks {
  const known = store.getState()[userId];
  if (known) return known;
  const marks = parseMarks(readUserValue(userId, key));
  store.setState({ [userId]: marks });
  return marks;
}

/** Puts an assistant first among the recent ones. */
export function markAssistantUsed(userId: string, id: string): void {
  const { recentIds } = readAssistantMarks(userId);
  write(userId, { recentIds: putFirst(recentIds, id, maxRecent) });
}

export function setAssistantPinned(userId: string, id: string, isPinned: boolean): void {
  const otherIds = readAssistantMarks(userId).pinnedIds.filter((other) => other !== id);
  write(userId, { pinnedIds: isPinned ? [...otherIds, id] : otherIds });
}

function write(userId: string, changes: Partial<AssistantMarks>): void {
  const marks = { ...readAssistantMarks(userId), ...changes };
  store.setState({ [userId]: marks });
  writeUserValue(userId, key, JSON.stringify(marks));
}

function parseMarks(stored: string | null): AssistantMarks {
  try {
    return z.parse(AssistantMarks, JSON.parse(stored ?? "{}"));
  } catch {
    return { recentIds: [], pinnedIds: [] }; // Written by another version, or by hand.
  }
}
