import { useSyncExternalStore } from "react";
import { attachWhenLoaded, type DraftUploads, loadUploads } from "../../../entities/files/upload/draftDocuments.ts";
import type { AttachOptions } from "./attachOptions.ts";

export type AttachUi = typeof import("./attachUi.ts").attachUi;

let loadedUi: AttachUi | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the components for attaching files; null until they are loaded. */
export function useAttachUi(): AttachUi | null {
  const read = () => loadedUi;
  return useSyncExternalStore(subscribe, read, read);
}

export const isAttachLoaded = () => loadedUi !== null;

/** Loads the code for uploads and for the components that show them. Rejects if that fails. */
export async function loadAttach(): Promise<{ ui: AttachUi; uploads: DraftUploads }> {
  const [uploads, { attachUi }] = await Promise.all([loadUploads(), import("./attachUi.ts")]);
  if (!loadedUi) {
    loadedUi = attachUi;
    for (const listener of listeners) listener();
  }
  return { ui: attachUi, uploads };
}

/** Loads the code for attaching files, then runs `action`. Shows a notice if that fails. Never rejects. */
export function whenAttachLoaded(action: (ui: AttachUi, uploads: DraftUploads) => void): Promise<void> {
  return attachWhenLoaded(loadAttach, ({ ui, uploads }) => action(ui, uploads));
}

/** Adds files to a draft and starts their upload. */
export function attachFiles(
  { userId, draftKey, acceptsImages, maxBytes, allowedExtensions }: AttachOptions,
  files: readonly File[],
): void {
  void whenAttachLoaded((_, { getUploads }) =>
    getUploads(userId).addFiles(draftKey, files, { acceptsImages, maxBytes, allowedExtensions }),
  );
}
