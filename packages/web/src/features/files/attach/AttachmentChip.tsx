import { getFileTypeLabel, tagDataSourceType } from "@lectern/contract";
import { Tooltip } from "@mantine/core";
import { IconRefresh, IconX } from "@tabler/icons-react";
import type { Attachment } from "../../../entities/files/upload/attachment.ts";
import { cutText } from "../../../lib/cutText.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { FileIcon } from "../FileIcon.tsx";
import { FileThumbnail } from "../FileThumbnail.tsx";
import classes from "./AttachmentChip.module.css";

const maxNameCharacters = 12;

interface AttachmentChipProps {
  attachment: Attachment;
  onRemove: () => void;
  onRetry: () => void;
}

/** A document of the draft with its progress and buttons to retry and remove it. */
export function AttachmentChip({ attachment, onRemove, onRetry }: AttachmentChipProps) {
  const { name, state, progress, reason } = attachment;
  const isFailed = state === "failed";
  return (
    <li className={classes.chip} data-state={state}>
      <Thumbnail attachment={attachment} />
      <div className={classes.text}>
        <Tooltip label={name} multiline maw={320}>
          <span className={classes.name}>
            <span aria-hidden>{cutText(name, maxNameCharacters)}</span>
            <span className={classes.hidden}>{name}</span>
          </span>
        </Tooltip>
        <span className={classes.note} title={isFailed ? (reason ?? undefined) : undefined}>
          {getStatusText(attachment)}
        </span>
      </div>
      {isFailed && (
        <IconButton name={`Retry ${name}`} size={28} onClick={onRetry}>
          <IconRefresh size={16} stroke={1.8} aria-hidden />
        </IconButton>
      )}
      <IconButton name={`${isUploadPending(attachment) ? "Cancel" : "Remove"} ${name}`} size={28} onClick={onRemove}>
        <IconX size={16} stroke={1.8} aria-hidden />
      </IconButton>
      {!isFailed && (
        <span
          className={classes.track}
          role="progressbar"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={progress}
          aria-valuetext={state === "processing" ? "Processing" : `${progress} %`}
        >
          <span className={classes.bar} style={{ width: `${progress}%` }} />
        </span>
      )}
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

/** Returns the status of a document in a few words. */
function getStatusText({ state, type, progress, reason }: Attachment): string {
  switch (state) {
    case "waiting":
      return reason ?? "Waiting";
    case "starting":
      return "Starting";
    case "uploading":
      return `${progress} %`;
    case "processing":
      return "Processing…";
    case "failed":
      return reason ?? "upload failed";
    case "ready":
      return type === tagDataSourceType ? "Tag" : getFileTypeLabel(type);
    default:
      return state satisfies never;
  }
}
