import type { ReceivedShare } from "@lectern/contract";
import { useCallback, useSyncExternalStore } from "react";
import { onUserValueChanged, readUserValue, writeUserValue } from "../../lib/userStorage.ts";

const key = "sharesSeenAt";
const listeners = new Set<() => void>();

/** The items that the person has neither opened nor seen in the list. */
export function useUnseenShares(userId: string, shares: readonly ReceivedShare[]): readonly ReceivedShare[] {
  const subscribe = useCallback(
    (listener: () => void) => {
      listeners.add(listener);
      const stop = onUserValueChanged(userId, key, listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    [userId],
  );
  const seenAt = useSyncExternalStore(subscribe, () => readUserValue(userId, key) ?? "");
  return shares.filter(({ openedAt, sharedAt }) => openedAt === null && sharedAt > seenAt);
}

/** Remembers that the person has seen the list with these items. */
export function markSharesSeen(userId: string, shares: readonly ReceivedShare[]): void {
  const times = shares.map(({ sharedAt }) => sharedAt).sort();
  const newest = times.at(-1);
  if (newest === undefined || newest <= (readUserValue(userId, key) ?? "")) return;
  writeUserValue(userId, key, newest);
  for (const listener of listeners) listener();
}
