import type { FileRecord } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Skeleton } from "@mantine/core";
import { useState } from "react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { fileMessages } from "../../../entities/files/fileMessages.ts";
import { useDownloadUrl } from "../../../entities/files/useDownloadUrl.ts";
import { CallError } from "../../../lib/callError.ts";
import classes from "./DocumentImage.module.css";
import { MissingDocument } from "./MissingDocument.tsx";

/** Shows the original of an image by its signed URL. */
export function DocumentImage({ file, passage }: { file: FileRecord; passage: DocumentPassage }) {
  const { url, error, renewIfExpired } = useDownloadUrl(file.id, file.name, passage.assistantId);
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (error instanceof CallError && error.status === 404) return <MissingDocument passage={passage} />;
  if (error || (url !== null && url === brokenUrl)) {
    return (
      <div role="alert" className={classes.problem}>
        <p>{t`The image couldn’t be loaded. Close it and open it again.`}</p>
        <p className={classes.small}>{fileMessages.documentMissing()}</p>
      </div>
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
