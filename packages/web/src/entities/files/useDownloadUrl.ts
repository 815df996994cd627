import { downloadFile } from "@lectern/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The query for the signed URL of a file's original. It is stale once the URL has expired, and loads another then. */
export const downloadUrlQuery = (key: string, fileName?: string, assistantId?: string | undefined) =>
  queryOptions({
    queryKey: ["files", "url", key, fileName ?? null, assistantId ?? null],
    queryFn: ({ signal }) =>
      call(
        downloadFile,
        { key, ...(fileName ? { fileName } : {}), ...(assistantId ? { assistantId } : {}) },
        { signal },
      ),
    staleTime: ({ state }) => Math.max(0, getUrlExpiryMs(state.data?.downloadUrl ?? "") - state.dataUpdatedAt),
    gcTime: hourMs,
    retry: false,
    networkMode: "always",
  });

interface DownloadUrl {
  /** Null while it loads. */
  url: string | null;
  error: Error | null;
  /** Loads another URL if this one has expired, and returns whether it has. */
  renewIfExpired: () => boolean;
}

/** Returns a URL of a file's original, for an image on the page; none if `key` is null. */
export function useDownloadUrl(key: string | null, fileName?: string, assistantId?: string | undefined): DownloadUrl {
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    ...downloadUrlQuery(key ?? "", fileName, assistantId),
    enabled: key !== null,
  });
  const url = data?.downloadUrl ?? null;
  const renewIfExpired = () => {
    const isExpired = url !== null && hasExpired(url, dataUpdatedAt);
    if (isExpired) void refetch();
    return isExpired;
  };
  return { url, error, renewIfExpired };
}

/**
 * True if a URL that was loaded at `loadedAtMs` has expired. A new URL never has: if it seems so, the computer's clock
 * is wrong, and the next URL would seem expired, too.
 */
export function hasExpired(url: string, loadedAtMs: number): boolean {
  const nowMs = Date.now();
  return getUrlExpiryMs(url) <= nowMs && nowMs - loadedAtMs > minuteMs;
}

/**
 * Returns when a signed URL expires, in ms since 1970; 0 if it does not say. The server's URLs have `Expires`, in
 * seconds; those of a bucket have their time of signature and, in seconds, how long they are valid.
 */
export function getUrlExpiryMs(url: string): number {
  const query = new URLSearchParams(url.slice(url.indexOf("?") + 1));
  const expires = Number(query.get("Expires") ?? 0);
  if (expires > 0) return expires * 1_000;
  // 20261122T123000Z
  const signedAt = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get("X-Amz-Date") ?? "");
  if (!signedAt) return 0;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = signedAt.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hours, minutes, seconds + Number(query.get("X-Amz-Expires") ?? 0));
}
