import type { DataSource } from "@lectern/contract";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { getLoadedUploads, onUploadsLoaded } from "../../../entities/files/upload/draftDocuments.ts";

/** A document of a draft. `source` is null until the document is ready. */
interface DraftDocument {
  name: string;
  source: DataSource | null;
}

const noAttachments: readonly never[] = [];

/** Returns the documents of a draft with their current states. */
export function useDraftDocuments(userId: string, draftKey: string): readonly DraftDocument[] {
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
  const read = () => getLoadedUploads()?.getUploads(userId).getState().byDraft[draftKey] ?? noAttachments;
  const attachments = useSyncExternalStore(subscribe, read, read);
  return useMemo(
    () => attachments.map(({ name, progress, source }) => ({ name, source: progress < 100 ? null : source })),
    [attachments],
  );
}
