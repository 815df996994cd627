import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import classes from "./AnswerEnding.module.css";

interface TryAgainButtonProps {
  /** The reason why no other answer can be requested now; null if one can. */
  blockedReason: string | null;
  /** True until the time at which the model's server accepts requests again. */
  isWaiting?: boolean;
  onClick: () => void;
}

/** Requests another answer in place of one that failed or was interrupted. */
export function TryAgainButton({ blockedReason, isWaiting = false, onClick }: TryAgainButtonProps) {
  const isBlocked = blockedReason !== null || isWaiting;
  return (
    <Button
      size="xs"
      variant="default"
      className={classes.again}
      // Leave out the seconds, which are shown above: a screen reader would announce every change.
      title={blockedReason ?? (isWaiting ? t`Wait before you try again` : undefined)}
      aria-disabled={isBlocked || undefined}
      onClick={() => !isBlocked && onClick()}
    >
      {t`Try again`}
    </Button>
  );
}
