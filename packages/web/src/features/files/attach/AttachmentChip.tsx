import { tagDataSourceType } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { IconCheck, IconRefresh, IconX } from "@tabler/icons-react";
import { FailureReason } from "../../../entities/files/FailureReason.tsx";
import { fileMessages } from "../../../entities/files/fileMessages.ts";
import { formatFileType } from "../../../entities/files/typeLabels.ts";
import type { Attachment } from "../../../entities/files/upload/attachment.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { FileIcon } from "../FileIcon.tsx";
import { FileThumbnail } from "../FileThumbnail.tsx";
import classes from "./AttachmentChip.module.css";
import { ShortenedName } from "./ShortenedName.tsx";
import { useIsProgressShown } from "./useIsProgressShown.ts";

interface AttachmentChipProps {
  attachment: Attachment;
  onRemove: () => void;
  onRetry: () => void;
}

/** A document of the draft with its progress and buttons to retry and remove it. */
export function AttachmentChip({ attachment, onRemove, onRetry }: AttachmentChipProps) {
  const { name, state, type, reason, canRetry } = attachment;
  const isFailed = state === "failed";
  const isProgressShown = useIsProgressShown(state);
  return (
    <li className={classes.chip} data-state={state}>
      <Thumbnail attachment={attachment} />
      <div className={classes.text}>
        <ShortenedName name={name} />
        {state === "ready" && !isProgressShown ? (
          <span className={classes.note}>
            <IconCheck size={12} stroke={2.4} aria-hidden />
            {type === tagDataSourceType ? t`Tag` : formatFileType(type)}
            <VisuallyHidden>{t`Ready`}</VisuallyHidden>
          </span>
        ) : (
          <span className={classes.note} title={isFailed ? (reason ?? undefined) : undefined}>
            {isFailed ? <FailureReason reason={getStatusText(attachment)} /> : getStatusText(attachment)}
          </span>
        )}
      </div>
      {isFailed && canRetry && (
        <IconButton name={t`Try again: ${name}`} size={28} onClick={onRetry}>
          <IconRefresh size={16} stroke={1.8} aria-hidden />
        </IconButton>
      )}
      <IconButton
        name={isUploadPending(attachment) ? t`Cancel ${name}` : t`Remove ${name}`}
        size={28}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.8} aria-hidden />
      </IconButton>
      {isProgressShown && <UploadProgress attachment={attachment} />}
    </li>
  );
}

function Thumbnail({ attachment: { name, type, isImage, previewUrl, key, state } }: { attachment: Attachment }) {
  if (!isImage) return <FileIcon name={name} type={type} />;
  return (
    <span className={classes.picture}>
      <FileThumbnail name={name} type={type} fileKey={state === "ready" ? key : null} previewUrl={previewUrl} />
    </span>
  );
}

function isUploadPending({ state }: Attachment): boolean {
  return state === "waiting" || state === "starting" || state === "uploading";
}

/** Returns the status of a document in a few words until its check mark is shown. */
function getStatusText({ state, progress, readPercent, reason }: Attachment): string {
  const percent = formatNumber(progress / 100, { style: "percent" });
  switch (state) {
    case "waiting":
      return reason ?? t`Waiting`;
    case "starting":
      return t`Uploading…`;
    case "uploading":
      return t`Uploading ${percent}`;
    case "processing":
      return formatReading(readPercent);
    case "failed":
      return reason ?? fileMessages.uploadFailed();
    case "ready":
      return percent;
    default:
      return state satisfies never;
  }
}

function formatReading(readPercent: number | undefined): string {
  if (readPercent === undefined) return t`Reading…`;
  const percent = formatNumber(readPercent / 100, { style: "percent" });
  return t`Reading… ${percent}`;
}

/** The progress of the upload, and then of the reading as soon as the server tells it. */
function UploadProgress({ attachment: { name, state, progress, readPercent } }: { attachment: Attachment }) {
  const isReading = state === "processing";
  const value = isReading ? (readPercent ?? progress) : progress;
  return (
    <span
      className={classes.track}
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={isReading ? formatReading(readPercent) : formatNumber(value / 100, { style: "percent" })}
    >
      <span className={classes.bar} style={{ width: `${value}%` }} />
    </span>
  );
}
