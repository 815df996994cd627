import { t } from "@lingui/core/macro";
import type { Attachment } from "../../../entities/files/upload/attachment.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import classes from "./AttachmentChip.module.css";

/** The progress of a document. */
export function UploadProgress({ attachment: { name, state, progress } }: { attachment: Attachment }) {
  return (
    <span
      className={classes.track}
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={progress}
      aria-valuetext={state === "processing" ? t`Reading…` : formatNumber(progress / 100, { style: "percent" })}
    >
      <span className={classes.bar} style={{ width: `${progress}%` }} />
    </span>
  );
}
