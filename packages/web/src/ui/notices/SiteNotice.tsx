import type { AppearanceBanner } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconAlertTriangle, IconInfoCircle, IconX } from "@tabler/icons-react";
import { IconButton } from "../IconButton.tsx";
import classes from "./SiteNotice.module.css";

interface SiteNoticeProps extends Pick<AppearanceBanner, "text" | "tone"> {
  /** Absent: it cannot be closed. */
  onClose?: () => void;
}

/** A notice of the institution as a bar. */
export function SiteNotice({ text, tone, onClose }: SiteNoticeProps) {
  const Icon = tone === "warning" ? IconAlertTriangle : IconInfoCircle;
  return (
    <div className={classes.bar} data-tone={tone}>
      <Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />
      <p className={classes.text} dir="auto">
        {text}
      </p>
      {onClose && (
        <IconButton name={t`Close this notice`} onClick={onClose}>
          <IconX size={16} stroke={1.8} />
        </IconButton>
      )}
    </div>
  );
}
