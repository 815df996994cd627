import { keptNameOf } from "../../../entities/files/upload/keptNameOf.ts";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";

export type Attaching = typeof import("./attaching.ts").attaching;

/** Stays once it is here: uploads go on beside any conversation. */
let loaded: Attaching | null = null;
const listeners = new Set<() => void>();

export const loadedAttaching = () => loaded;

/** What is behind the button that attaches. Rejects when it cannot be had. */
export async function loadAttaching(): Promise<Attaching> {
  const { attaching } = await import("./attaching.ts");
  if (!loaded) {
    loaded = attaching;
    for (const listener of listeners) listener();
  }
  return attaching;
}

/** Calls `listener` when it is here. Gives the function that ends that. */
export function onAttachingLoaded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes the documents of a draft along to another one, as when its conversation is gone. */
export function moveDocuments(userId: string, fromKey: string, toKey: string): void {
  if (loaded) {
    loaded.uploadsOf(userId).move(fromKey, toKey);
    return;
  }
  const kept = readUserValue(userId, keptNameOf(fromKey));
  if (kept === null) return;
  if (readUserValue(userId, keptNameOf(toKey)) === null) writeUserValue(userId, keptNameOf(toKey), kept);
  writeUserValue(userId, keptNameOf(fromKey), null);
}
