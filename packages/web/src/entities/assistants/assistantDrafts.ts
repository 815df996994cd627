import { useSyncExternalStore } from "react";
import { listUserKeys } from "../../lib/userStorage.ts";

const prefix = "assistantDraft.";
/** Follows the prefix for an assistant that does not exist yet, before the id of its group. */
const newPrefix = "new.";
/** Follows the key of a draft in the key of the documents of a group type. */
const typePrefix = ".type.";

/** The key of what this browser stores of an assistant that is being edited; `assistantId` null: a new one. */
export const getAssistantDraftKey = (assistantId: string | null, groupId: string | null) =>
  `${prefix}${assistantId ?? `${newPrefix}${groupId ?? ""}`}`;

const listeners = new Set<() => void>();
/** What was read last, because looking through the storage takes time. */
let known: { userId: string; ids: ReadonlySet<string>; keys: readonly string[] } | null = null;

/** Returns whether this browser stores changes of an assistant that were not saved. */
export function useHasAssistantDraft(userId: string, assistantId: string): boolean {
  return useSyncExternalStore(subscribe, () => getKnown(userId).ids.has(assistantId));
}

/** Returns the keys of the drafts of assistants in this browser, also of those to which only documents were added. */
export const useAssistantDraftKeys = (userId: string): readonly string[] =>
  useSyncExternalStore(subscribe, () => getKnown(userId).keys);

/** Returns what `getAssistantDraftKey` made a key of. Pure. */
export function parseAssistantDraftKey(key: string): { assistantId: string | null; groupId: string | null } {
  const id = key.slice(prefix.length);
  if (!id.startsWith(newPrefix)) return { assistantId: id, groupId: null };
  return { assistantId: null, groupId: id.slice(newPrefix.length) || null };
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

function getKnown(userId: string): NonNullable<typeof known> {
  if (known?.userId !== userId) {
    const keys = listUserKeys(userId);
    known = { userId, ids: findAssistantsOfDrafts(keys), keys: findDraftKeys(keys) };
  }
  return known;
}

/** Finds the keys of the drafts to which these keys, also those of documents, belong. Pure. */
export function findDraftKeys(keys: readonly string[]): string[] {
  return [
    ...new Set(
      keys.flatMap((key) => {
        const start = key.indexOf(prefix);
        return start === -1 ? [] : (key.slice(start).split(typePrefix)[0] ?? []);
      }),
    ),
  ];
}

/** Returns the key of the documents that a draft has for a group type; `type` null: of the assistant itself. */
export const getTypeDraftKey = (draftKey: string, type: string | null) =>
  type === null ? draftKey : `${draftKey}${typePrefix}${type}`;

/**
 * Finds the ids of the assistants of which drafts are stored under these keys. Documents that were added have keys of
 * their own, which contain the key of the draft. Ids contain no dots. Pure.
 */
export function findAssistantsOfDrafts(keys: readonly string[]): ReadonlySet<string> {
  return new Set(
    keys.flatMap((key) => {
      const [, rest] = key.split(prefix);
      return rest === undefined ? [] : [rest.split(".")[0] ?? ""];
    }),
  );
}
