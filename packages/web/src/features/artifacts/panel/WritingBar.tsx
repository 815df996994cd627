import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconPlayerStopFilled } from "@tabler/icons-react";
import classes from "./ArtifactPanel.module.css";

/** Says that the artifact is being written, and stops it. */
export function WritingBar({ onStop }: { onStop: () => void }) {
  return (
    <div className={classes.bar}>
      <span className={classes.barNote}>{t`The artifact is being written…`}</span>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlayerStopFilled size={14} aria-hidden />}
        onClick={onStop}
      >
        {t({ message: "Stop", context: "verb" })}
      </Button>
    </div>
  );
}
