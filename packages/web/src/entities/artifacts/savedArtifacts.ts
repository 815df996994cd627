import {
  type ArtifactContent,
  decompressContents,
  deleteArtifact,
  getAllArtifacts,
  getArtifact,
  type SavedArtifact,
  saveArtifact,
  shareArtifact,
  toArtifactVersion,
} from "@lectern/contract";
import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { loadAfterEvents } from "../../lib/browserEvents/loadAfterEvents.ts";
import { call } from "../../lib/call.ts";

/** How long after a change the list is read again. */
export const refreshDelayMs = 300;

export const savedArtifactsKey = ["savedArtifacts"] as const;

/** The person's saved artifacts and those shared with them, newest first. */
export const savedArtifactsQuery = queryOptions({
  queryKey: savedArtifactsKey,
  queryFn: ({ signal }): Promise<SavedArtifact[]> => call(getAllArtifacts, {}, { signal }),
  staleTime: 5 * 60_000,
  // Without a network the call must fail immediately instead of waiting.
  networkMode: "always",
});

/** Reads the list again. */
export const reloadSavedArtifacts = (cache: QueryClient): Promise<void> =>
  cache.invalidateQueries({ queryKey: savedArtifactsKey });

/** Loads a saved artifact. Rejects with CallError `notFound` if it is gone or not the person's. */
export async function loadSavedArtifact(key: string, signal?: AbortSignal): Promise<ArtifactContent> {
  const version = await call(getArtifact, { artifact_id: key }, signal ? { signal } : {});
  return { ...version, contents: decompressContents(version.contents), sharedBy: version.sharedBy ?? null };
}

export const saveArtifactVersion = (content: ArtifactContent): Promise<SavedArtifact> =>
  call(saveArtifact, { artifact: toArtifactVersion(content) });

/** Shares a version. Resolves to the recipients that failed, with the reasons. */
export async function shareArtifactVersion(content: ArtifactContent, shareWith: readonly string[]) {
  const { failed } = await call(shareArtifact, { artifact: toArtifactVersion(content), shareWith: [...shareWith] });
  return failed;
}

export async function deleteSavedArtifact(key: string): Promise<void> {
  await call(deleteArtifact, { artifact_id: key });
}

/** Reads the list again when something has changed elsewhere, while mounted. */
export function useSavedArtifactEvents(): void {
  const cache = useQueryClient();
  useEffect(
    () => loadAfterEvents(["shares", "resync"], () => void reloadSavedArtifacts(cache), { delayMs: refreshDelayMs }),
    [cache],
  );
}
