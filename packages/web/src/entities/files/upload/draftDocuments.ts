import type { DataSource } from "@lectern/contract";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { keptNameOf } from "./keptNameOf.ts";
import type { Outcome } from "./uploads.ts";

/** A person's draft, by the key that it is stored under. */
export interface DraftAddress {
  userId: string;
  draftKey: string;
}

/** What decides whether documents can go with a message. */
export interface DocumentRules {
  acceptsImages: boolean;
  /** The context window of the model, in tokens; null: unknown. */
  windowTokens: number | null;
  /** Documents that exceed the window are searched instead. */
  canSearch: boolean;
}

/** Why a draft cannot be sent with its documents. */
export interface DocumentRefusal {
  /** Exactly as specified. */
  text: string;
  /** More about it, such as which document failed. */
  details: string | null;
}

export interface TakenDocuments {
  dataSources: readonly DataSource[];
  /** Reports how sending ended. Documents of a message that was not sent return to the draft. */
  settle: (outcome: Outcome) => void;
}

export type DraftUploads = typeof import("./draftUploads.ts").draftUploads;

/** Exactly `fileTexts.stillUploading`, which is not part of the first load. */
const stillLoadingText = "Please wait for all documents to finish uploading or remove them from the prompt.";

/** Stays once it is loaded: uploads continue whatever conversation is open. */
let loaded: DraftUploads | null = null;
const listeners = new Set<() => void>();
/** Attachments that were begun and are not in a draft yet, because their code is still loading. */
let pendingCount = 0;

export const loadedUploads = () => loaded;

/** Rejects if the code cannot be loaded. */
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

/** Runs work that attaches documents once its code is loaded. Until then no draft is sent, so that none goes without them. */
export async function withPendingAttachment<T>(work: () => Promise<T>): Promise<T> {
  pendingCount += 1;
  try {
    return await work();
  } finally {
    pendingCount -= 1;
  }
}

/** Why the text cannot be sent with the documents of the draft; null: it can. */
export function refuseDraftDocuments(text: string, draft: DraftAddress, rules: DocumentRules): DocumentRefusal | null {
  if (loaded) return loaded.refuse(text, draft, rules);
  return pendingCount > 0 ? { text: stillLoadingText, details: null } : null;
}

/** Takes the documents out of a draft for a message. `currentKey`: the key of the draft at the time of `settle`. */
export function takeDraftDocuments(draft: DraftAddress, currentKey: () => string): TakenDocuments {
  return loaded?.take(draft, currentKey) ?? { dataSources: [], settle: () => {} };
}

/** Moves the documents of a draft to another one. */
export function moveDraftDocuments(userId: string, fromKey: string, toKey: string): void {
  if (loaded) {
    loaded.uploadsOf(userId).move(fromKey, toKey);
    return;
  }
  const stored = readUserValue(userId, keptNameOf(fromKey));
  if (stored === null) return;
  if (readUserValue(userId, keptNameOf(toKey)) === null) writeUserValue(userId, keptNameOf(toKey), stored);
  writeUserValue(userId, keptNameOf(fromKey), null);
}
