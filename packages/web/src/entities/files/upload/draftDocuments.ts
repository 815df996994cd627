import { t } from "@lingui/core/macro";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { showErrorNotice } from "../../../ui/notices/showNotice.ts";
import type {
  DetachedDocuments,
  DocumentRefusal,
  DocumentRules,
  DocumentsStatus,
  DraftRef,
  GetSettledKey,
} from "./draftDocumentTypes.ts";
import { getStoredDocumentsKey } from "./getStoredDocumentsKey.ts";

export type DraftUploads = typeof import("./draftUploads.ts").draftUploads;

/** Equals `fileMessages.stillUploading`, which is not part of the first load. */
const formatStillUploading = () => t`Please wait for all documents to finish uploading or remove them from the prompt.`;

/** Null until the code for uploads is loaded. Never reset, because uploads continue when another conversation opens. */
let uploadsModule: DraftUploads | null = null;
const listeners = new Set<() => void>();
/** The number of `withPendingAttachment` calls that have not ended. */
let pendingCount = 0;
/** Called when `pendingCount` changes. */
const pendingListeners = new Set<() => void>();

export const getLoadedUploads = () => uploadsModule;

/** Loads the code for uploads. Rejects if it cannot be loaded. */
export async function loadUploads(): Promise<DraftUploads> {
  const { draftUploads } = await import("./draftUploads.ts");
  if (!uploadsModule) {
    uploadsModule = draftUploads;
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
 * Runs `work`, which loads code and then attaches documents. Until it has ended no draft can be sent, because documents
 * would be missing.
 */
async function withPendingAttachment<T>(work: () => Promise<T>): Promise<T> {
  pendingCount += 1;
  try {
    return await work();
  } finally {
    pendingCount -= 1;
    for (const listener of pendingListeners) listener();
  }
}

/** Loads code, then attaches documents with it. Shows a notice if the code cannot be loaded. Never rejects. */
export async function attachWhenLoaded<T>(load: () => Promise<T>, attach: (loaded: T) => void): Promise<void> {
  try {
    await withPendingAttachment(async () => attach(await load()));
  } catch {
    showErrorNotice(t`Documents can’t be attached right now. Check your connection and try again.`);
  }
}

/** Returns why the text cannot be sent with the documents of the draft, or null if it can. */
export function checkDraftDocuments(text: string, draft: DraftRef, rules: DocumentRules): DocumentRefusal | null {
  if (pendingCount > 0) return { status: "pending", text: formatStillUploading() };
  return uploadsModule?.check(text, draft, rules) ?? null;
}

export function getDraftDocumentsStatus(draft: DraftRef): DocumentsStatus {
  return pendingCount > 0 ? "pending" : (uploadsModule?.getStatus(draft) ?? "ready");
}

/**
 * Calls `listener` when the status of a draft's documents may have changed. Returns the function that removes the
 * listener.
 */
export function watchDraftDocuments(userId: string, listener: () => void): () => void {
  let stopUploads = uploadsModule?.getUploads(userId).subscribe(listener);
  const stopLoading = onUploadsLoaded(() => {
    stopUploads ??= uploadsModule?.getUploads(userId).subscribe(listener);
  });
  pendingListeners.add(listener);
  return () => {
    stopUploads?.();
    stopLoading();
    pendingListeners.delete(listener);
  };
}

/** Counts the tokens of the documents of a draft, as far as they are known. */
export const countDraftDocumentTokens = (draft: DraftRef): number => uploadsModule?.countTokens(draft) ?? 0;

export const countFailedDocuments = (draft: DraftRef): number => uploadsModule?.listFailed(draft).length ?? 0;

/** Removes the documents of a draft that failed. */
export function removeFailedDocuments(draft: DraftRef): void {
  for (const { id } of uploadsModule?.listFailed(draft) ?? []) uploadsModule?.getUploads(draft.userId).remove(id);
}

/** Detaches the documents of a draft for a message. `getSettledKey` returns the draft's key when `settle` is called. */
export function detachDraftDocuments(draft: DraftRef, getSettledKey: GetSettledKey): DetachedDocuments {
  return uploadsModule?.detach(draft, getSettledKey) ?? { dataSources: [], settle: () => {} };
}

/** Returns the names of the documents of a draft that are loaded. */
export function listDraftDocumentNames({ userId, draftKey }: DraftRef): string[] {
  const attachments = uploadsModule?.getUploads(userId).getState().byDraft[draftKey] ?? [];
  return attachments.map(({ name }) => name);
}

/** Loads the stored documents of a draft that no field shows. Rejects if the code for it cannot be loaded. */
export async function restoreDraftDocuments({ userId, draftKey }: DraftRef): Promise<void> {
  if (readUserValue(userId, getStoredDocumentsKey(draftKey)) === null) return;
  const { getUploads } = await loadUploads();
  getUploads(userId).restore(draftKey, new Set());
}

/** Removes the documents of a draft that no field shows. The files themselves stay. */
export function discardDraftDocuments({ userId, draftKey }: DraftRef): void {
  const uploads = uploadsModule?.getUploads(userId);
  for (const { id } of uploads?.getState().byDraft[draftKey] ?? []) uploads?.remove(id);
  // They were sent or saved elsewhere, so nobody should hear that they were removed.
  uploads?.detach(draftKey);
  writeUserValue(userId, getStoredDocumentsKey(draftKey), null);
}

/** Moves the documents of a draft to another draft, after the documents that it has. */
export function moveDraftDocuments(userId: string, fromKey: string, toKey: string): void {
  if (uploadsModule) {
    uploadsModule.getUploads(userId).move(fromKey, toKey);
    return;
  }
  const storedText = readUserValue(userId, getStoredDocumentsKey(fromKey));
  if (storedText === null) return;
  if (readUserValue(userId, getStoredDocumentsKey(toKey)) === null) {
    writeUserValue(userId, getStoredDocumentsKey(toKey), storedText);
    writeUserValue(userId, getStoredDocumentsKey(fromKey), null);
    return;
  }
  // Only the code for uploads can join two lists. If it cannot be loaded, the documents stay stored where they are.
  void loadUploads().then(
    ({ getUploads }) => getUploads(userId).move(fromKey, toKey),
    () => {},
  );
}
