import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import type { DetachedDocuments, DocumentRefusal, DocumentRules, DraftRef } from "./draftDocumentTypes.ts";
import { storedDocumentsKey } from "./storedDocumentsKey.ts";

export type DraftUploads = typeof import("./draftUploads.ts").draftUploads;

/** Equals `fileTexts.stillUploading`, which is not part of the first load. */
const stillLoadingText = "Please wait for all documents to finish uploading or remove them from the prompt.";

/** Never reset after loading, because uploads continue when another conversation opens. */
let loaded: DraftUploads | null = null;
const listeners = new Set<() => void>();
/** The number of attachments that are not in a draft yet because the code for them is still loading. */
let pendingCount = 0;

export const loadedUploads = () => loaded;

/** Loads the code for uploads. Rejects if it cannot be loaded. */
export async function loadUploads(): Promise<DraftUploads> {
  const { draftUploads } = await import("./draftUploads.ts");
  if (!loaded) {
    loaded = draftUploads;
    for (const listener of listeners) listener();
  }
  return draftUploads;
}

/** Calls `listener` once the uploads are loaded. Returns the function that removes the listener. */
export function onUploadsLoaded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Runs work that attaches documents once its code is loaded. Until then no draft is sent, because its documents would
 * be missing.
 */
export async function withPendingAttachment<T>(work: () => Promise<T>): Promise<T> {
  pendingCount += 1;
  try {
    return await work();
  } finally {
    pendingCount -= 1;
  }
}

/** Returns why the text cannot be sent with the documents of the draft, or null if it can. */
export function checkDraftDocuments(text: string, draft: DraftRef, rules: DocumentRules): DocumentRefusal | null {
  if (pendingCount > 0) return { text: stillLoadingText, details: null };
  return loaded?.check(text, draft, rules) ?? null;
}

/** Detaches the documents of a draft for a message. `currentKey` returns the draft's key when `settle` is called. */
export function detachDraftDocuments(draft: DraftRef, currentKey: () => string): DetachedDocuments {
  return loaded?.detach(draft, currentKey) ?? { dataSources: [], settle: () => {} };
}

/** Moves the documents of a draft to another draft. */
export function moveDraftDocuments(userId: string, fromKey: string, toKey: string): void {
  if (loaded) {
    loaded.getUploads(userId).move(fromKey, toKey);
    return;
  }
  const storedText = readUserValue(userId, storedDocumentsKey(fromKey));
  if (storedText === null) return;
  if (readUserValue(userId, storedDocumentsKey(toKey)) === null)
    writeUserValue(userId, storedDocumentsKey(toKey), storedText);
  writeUserValue(userId, storedDocumentsKey(fromKey), null);
}
