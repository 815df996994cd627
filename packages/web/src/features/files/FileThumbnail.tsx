import { useState } from "react";
import { useDownloadUrl } from "../../entities/files/useDownloadUrl.ts";
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

/**
 * A thumbnail of an image, or an icon until the image's URL is known or if the image cannot be loaded. The thumbnail
 * has no text alternative, because the name is shown next to it.
 */
export function FileThumbnail({ name, type, fileKey, previewUrl = null }: FileThumbnailProps) {
  const { url, renewIfExpired } = useDownloadUrl(previewUrl === null ? fileKey : null);
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const src = previewUrl ?? url;
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
      onError={() => {
        if (!renewIfExpired()) setBrokenSrc(src);
      }}
    />
  );
}
