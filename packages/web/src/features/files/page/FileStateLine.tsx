import type { FileRecord } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { describeNotes } from "../../../entities/files/describeNote.ts";
import { FailureReason } from "../../../entities/files/FailureReason.tsx";
import { fileMessages, translateFileText } from "../../../entities/files/fileMessages.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import classes from "./FileStateLine.module.css";

function describeEmbedding(problem: NonNullable<FileRecord["embeddingProblem"]>): string {
  return problem === "terminated"
    ? t`Search finds this by its words only. An administrator has stopped its preparation for search by meaning.`
    : t`Search finds this by its words only. Its preparation for search by meaning has failed.`;
}

/** The notes of a file that is ready, its progress until then, or the reason for its failure with a retry button. */
export function FileStateLine({ file, onRetry }: { file: FileRecord; onRetry: (file: FileRecord) => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);
  const { name: fileName } = file;
  const percent = formatNumber(file.progress / 100, { style: "percent" });
  switch (file.state) {
    case "ready":
      return (
        <>
          {file.embeddingProblem && <p className={classes.line}>{describeEmbedding(file.embeddingProblem)}</p>}
          {file.notes && <p className={classes.line}>{describeNotes(file.notes)}</p>}
        </>
      );
    case "uploading":
      return <p className={classes.line}>{t`Uploading…`}</p>;
    case "queued":
      return <p className={classes.line}>{t`Waiting`}</p>;
    case "extracting":
      return (
        <div className={classes.line}>
          {t`Reading… ${percent}`}
          <span
            className={classes.track}
            role="progressbar"
            aria-label={t`Reading ${fileName}`}
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
          <span className={classes.reason}>
            <FailureReason reason={file.reason === null ? fileMessages.unreadable() : translateFileText(file.reason)} />
          </span>
          {file.canRetry && (
            <Button
              size="compact-xs"
              variant="default"
              loading={isBusy}
              aria-label={t`Try again: ${fileName}`}
              onClick={() => {
                setIsBusy(true);
                void onRetry(file).finally(() => setIsBusy(false));
              }}
            >
              {t`Try again`}
            </Button>
          )}
        </div>
      );
    default:
      return file.state satisfies never;
  }
}
