import { useCallback, useEffect, useSyncExternalStore } from "react";
import { getLoadedUploads, onUploadsLoaded, restoreDraftDocuments } from "./draftDocuments.ts";
import type { UploadState } from "./uploads.ts";

type AttachmentsByDraft = UploadState["byDraft"];

const noAttachments: AttachmentsByDraft = {};

/** Returns the documents of all drafts of a person with their current states, by the key of the draft. */
export function useAttachmentsByDraft(userId: string): AttachmentsByDraft {
  const subscribe = useCallback(
    (listener: () => void) => {
      let stop = getLoadedUploads()?.getUploads(userId).subscribe(listener);
      const stopWaiting = onUploadsLoaded(() => {
        stop ??= getLoadedUploads()?.getUploads(userId).subscribe(listener);
        listener();
      });
      return () => {
        stopWaiting();
        stop?.();
      };
    },
    [userId],
  );
  const read = () => getLoadedUploads()?.getUploads(userId).getState().byDraft ?? noAttachments;
  return useSyncExternalStore(subscribe, read, read);
}

/** Loads the stored documents of drafts, whether or not a field shows them. `draftKeys`: separated by line breaks. */
export function useRestoredDocuments(userId: string, draftKeys: string): void {
  useEffect(() => {
    // If the code cannot be loaded, the documents stay stored, and the field says so when it is used.
    for (const draftKey of draftKeys.split("\n")) restoreDraftDocuments({ userId, draftKey }).catch(() => {});
  }, [userId, draftKeys]);
}
