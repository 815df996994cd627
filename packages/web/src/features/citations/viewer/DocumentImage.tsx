import { type FileRecord, fileTexts } from "@lectern/contract";
import { Skeleton } from "@mantine/core";
import { useState } from "react";
import { useDownloadUrl } from "../../../entities/files/useDownloadUrl.ts";
import classes from "./DocumentImage.module.css";

/** Shows the original of an image by its signed URL. */
export function DocumentImage({ file }: { file: FileRecord }) {
  const { url, error, renewIfExpired } = useDownloadUrl(file.id, file.name);
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (error || (url !== null && url === brokenUrl)) {
    return (
      <p role="alert" className={classes.problem}>
        {fileTexts.documentMissing}
      </p>
    );
  }
  if (url === null) return <Skeleton height={240} className={classes.waiting} />;
  return (
    <div className={classes.frame}>
      <img
        src={url}
        alt={file.name}
        className={classes.picture}
        onError={() => {
          if (!renewIfExpired()) setBrokenUrl(url);
        }}
      />
    </div>
  );
}
