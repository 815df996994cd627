import type { ConvertFormat } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconDownload, IconFileTypeDocx, IconFileTypePpt } from "@tabler/icons-react";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { Progress } from "../Progress.tsx";
import classes from "./DownloadDialog.module.css";
import type { DownloadState } from "./useDownload.ts";

interface DownloadProgressProps {
  state: Exclude<DownloadState, { step: "choosing" }>;
  format: ConvertFormat;
}

/** Shows the steps from the submitted form to the download link. */
export function DownloadProgress({ state, format }: DownloadProgressProps) {
  switch (state.step) {
    case "reading":
    case "preparing": {
      const readState = state.step === "reading" && state.total > 1 ? state : null;
      return (
        <Progress
          label={t`Preparing download`}
          note={readState && formatReadCount(readState.done, readState.total)}
          fraction={readState && readState.done / readState.total}
        />
      );
    }
    case "slow":
      return (
        <p className={classes.line} role="status">
          {t`The document isn’t ready yet. Large documents take a while.`}
        </p>
      );
    case "ready": {
      const Icon = format === "pptx" ? IconFileTypePpt : IconFileTypeDocx;
      return (
        <div className={classes.ready}>
          <Icon size={40} stroke={1.2} aria-hidden />
          <p className={classes.line} role="status">
            {t`Your document is ready. If the download doesn’t start by itself, use the link.`}
          </p>
          <Button
            component="a"
            variant="default"
            href={state.url}
            download
            rel="noreferrer"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t`Click to Download`}
          </Button>
          <p className={classes.note}>{t`Link expires in 24 hours`}</p>
        </div>
      );
    }
    default:
      return state satisfies never;
  }
}

function formatReadCount(done: number, total: number): string {
  const doneCount = formatNumber(done);
  return plural(total, {
    one: `Reading ${doneCount} of # chat`,
    other: `Reading ${doneCount} of # chats`,
  });
}
