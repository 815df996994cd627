import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import type { Attachment } from "../../../entities/files/upload/attachment.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import classes from "./AttachmentChip.module.css";

/** How long a full bar stays. Its fading in the style sheet takes as long. */
const fullBarMs = 900;

/** The progress of a document. When it is ready, the bar is full for a moment and then disappears. */
export function UploadProgress({ attachment: { name, state, progress } }: { attachment: Attachment }) {
  const isReady = state === "ready";
  const [hasFaded, setHasFaded] = useState(isReady);
  if (hasFaded && !isReady) setHasFaded(false);
  // A timer, because the end of an animation is not reported if the page is hidden or shows no motion.
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(() => setHasFaded(true), fullBarMs);
    return () => clearTimeout(timer);
  }, [isReady]);
  if (hasFaded || state === "failed") return null;
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
