import type { FileRecord } from "@lectern/contract";
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./FileStateLine.module.css";

/** The progress of a file until it is ready, or the reason for its failure with a retry button. */
export function FileStateLine({ file, onRetry }: { file: FileRecord; onRetry: (file: FileRecord) => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);
  switch (file.state) {
    case "ready":
      return null;
    case "uploading":
      return <p className={classes.line}>Uploading</p>;
    case "queued":
      return <p className={classes.line}>Waiting to be processed</p>;
    case "extracting":
      return (
        <div className={classes.line}>
          Processing · {file.progress} %
          <span
            className={classes.track}
            role="progressbar"
            aria-label={`Processing ${file.name}`}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={file.progress}
          >
            <span className={classes.bar} style={{ width: `${file.progress}%` }} />
          </span>
        </div>
      );
    case "failed":
      return (
        <div className={classes.failed}>
          <IconAlertTriangle size={14} stroke={1.8} className={classes.icon} aria-hidden />
          <span className={classes.reason}>{file.reason ?? "The document could not be read."}</span>
          {file.canRetry && (
            <Button
              size="compact-xs"
              variant="default"
              loading={isBusy}
              aria-label={`Retry ${file.name}`}
              onClick={() => {
                setIsBusy(true);
                void onRetry(file).finally(() => setIsBusy(false));
              }}
            >
              Retry
            </Button>
          )}
        </div>
      );
    default:
      return file.state satisfies never;
  }
}
