import { useSyncExternalStore } from "react";
import { listUserKeys } from "../../lib/userStorage.ts";

const prefix = "assistantDraft.";

/** The key of what this browser stores of an assistant that is being edited; `assistantId` null: a new one. */
export const getAssistantDraftKey = (assistantId: string | null, groupId: string | null) =>
  `${prefix}${assistantId ?? `new.${groupId ?? ""}`}`;

const listeners = new Set<() => void>();
/** What was read last, because looking through the storage takes time. */
let known: { userId: string; ids: ReadonlySet<string> } | null = null;

/** Returns whether this browser stores changes of an assistant that were not saved. */
export function useHasAssistantDraft(userId: string, assistantId: string): boolean {
  return useSyncExternalStore(subscribe, () => getDraftIds(userId).has(assistantId));
}

/** Call it when a draft of an assistant was stored or removed. */
export function publishAssistantDrafts(): void {
  known = null;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("storage", publishDraftsOfOtherTabs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", publishDraftsOfOtherTabs);
  };
}

function publishDraftsOfOtherTabs({ key }: StorageEvent): void {
  if (key === null || key.includes(prefix)) publishAssistantDrafts();
}

function getDraftIds(userId: string): ReadonlySet<string> {
  if (known?.userId !== userId) known = { userId, ids: new Set(listUserKeys(userId).flatMap(toAssistantId)) };
  return known.ids;
}

/** Documents that were added have keys of their own, which contain the key of the draft. Ids contain no dots. */
function toAssistantId(key: string): string[] {
  const [, rest] = key.split(prefix);
  return rest === undefined ? [] : [rest.split(".")[0] ?? ""];
}
