import { downloadFile } from "@lectern/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { FileIcon } from "./FileIcon.tsx";
import classes from "./FileThumbnail.module.css";

interface FileThumbnailProps {
  name: string;
  type: string;
  /** The file's key; null while the image must not be requested. */
  fileKey: string | null;
  /** The object URL of the image, if the image was uploaded from this page. */
  previewUrl?: string | null;
}

/** Shorter than the hour for which a download URL is valid. */
const urlStaleMs = 50 * 60_000;

const fileUrlQuery = (key: string) =>
  queryOptions({
    queryKey: ["fileUrl", key],
    queryFn: ({ signal }) => call(downloadFile, { key }, { signal }),
    staleTime: urlStaleMs,
    gcTime: urlStaleMs,
    retry: false,
    networkMode: "always",
  });

/**
 * A thumbnail of an image, or an icon until the image's URL is known or if the image cannot be loaded. The thumbnail
 * has no text alternative, because the name is shown next to it.
 */
export function FileThumbnail({ name, type, fileKey, previewUrl = null }: FileThumbnailProps) {
  const { data } = useQuery({ ...fileUrlQuery(fileKey ?? ""), enabled: previewUrl === null && fileKey !== null });
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const src = previewUrl ?? data?.downloadUrl ?? null;
  if (src === null || src === brokenSrc) {
    return (
      <span className={classes.empty}>
        <FileIcon name={name} type={type} />
      </span>
    );
  }
  return (
    <img
      className={classes.picture}
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBrokenSrc(src)}
    />
  );
}
