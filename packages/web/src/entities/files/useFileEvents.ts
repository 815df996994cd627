import { getFiles } from "@lectern/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onBrowserEvent } from "../../lib/browserEvents/browserEvents.ts";
import { call } from "../../lib/call.ts";
import { hasFile, patchFiles, refreshFiles, removeFiles } from "./fileCache.ts";
import { fileKeys } from "./useFileQuery.ts";

const batchMs = 300;

/** Keeps the lists of files on the screen current while mounted. */
export function useFileEvents(): void {
  const cache = useQueryClient();
  useEffect(() => {
    let changedKeys = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = async () => {
      timer = undefined;
      const keys = [...changedKeys];
      changedKeys = new Set();
      if (!keys.every((key) => hasFile(cache, key))) await refreshFiles(cache);
      const { items } = await call(getFiles, { keys });
      patchFiles(cache, items);
    };
    const stops = [
      onBrowserEvent("file", ({ key, state }) => {
        void cache.invalidateQueries({ queryKey: fileKeys.one(key) });
        if (cache.getQueryCache().findAll({ queryKey: fileKeys.lists, type: "active" }).length === 0) return;
        if (state === null) {
          removeFiles(cache, new Set([key]));
          return;
        }
        changedKeys.add(key);
        // Without a network, the next event or the next opening of the list reads them.
        timer ??= setTimeout(() => void update().catch(() => {}), batchMs);
      }),
      onBrowserEvent("resync", () => {
        for (const queryKey of [fileKeys.lists, fileKeys.ones]) void cache.invalidateQueries({ queryKey });
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [cache]);
}
