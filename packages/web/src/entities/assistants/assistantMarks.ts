import * as z from "zod/mini";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { readUserValue, writeUserValue } from "../../lib/userStorage.ts";

const Ids = z._default(z.array(z.string()), []);
const AssistantMarks = z.object({
  /** The assistants that the person has chosen, the last one first. */
  recentIds: Ids,
  pinnedIds: Ids,
  /** The groups whose folders the person has hidden. */
  hiddenGroupIds: Ids,
});

/** What a person has marked in this browser. Ids of assistants that no longer exist do no harm. */
export type AssistantMarks = Readonly<z.infer<typeof AssistantMarks>>;

const key = "assistants";
const maxRecent = 10;
const store = createStore<Readonly<Record<string, AssistantMarks>>>(() => ({}));

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
  write(userId, { recentIds: [id, ...recentIds.filter((other) => other !== id)].slice(0, maxRecent) });
}

export function setAssistantPinned(userId: string, id: string, isPinned: boolean): void {
  write(userId, { pinnedIds: toggle(readAssistantMarks(userId).pinnedIds, id, isPinned) });
}

export function setGroupHidden(userId: string, groupId: string, isHidden: boolean): void {
  write(userId, { hiddenGroupIds: toggle(readAssistantMarks(userId).hiddenGroupIds, groupId, isHidden) });
}

const toggle = (ids: readonly string[], id: string, isIncluded: boolean) => [
  ...ids.filter((other) => other !== id),
  ...(isIncluded ? [id] : []),
];

function write(userId: string, changes: Partial<AssistantMarks>): void {
  const marks = { ...readAssistantMarks(userId), ...changes };
  store.setState({ [userId]: marks });
  writeUserValue(userId, key, JSON.stringify(marks));
}

function parseMarks(stored: string | null): AssistantMarks {
  try {
    return z.parse(AssistantMarks, JSON.parse(stored ?? "{}"));
  } catch {
    return { recentIds: [], pinnedIds: [], hiddenGroupIds: [] }; // Written by another version, or by hand.
  }
}
