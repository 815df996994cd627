import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import type { Ref } from "react";
import classes from "./AnswerEnding.module.css";

interface TryAgainButtonProps {
  /** The reason why no other answer can be requested now; null if one can. */
  blockedReason: string | null;
  /** True until the time at which the model's server accepts requests again. */
  isWaiting?: boolean;
  /** True while the answer is about to be requested again by itself. */
  isPending?: boolean;
  onClick: () => void;
  ref?: Ref<HTMLButtonElement>;
}

/** Requests another answer in place of one that failed or was interrupted. */
export function TryAgainButton(props: TryAgainButtonProps) {
  const { blockedReason, isWaiting = false, isPending = false, onClick, ref } = props;
  const isBlocked = blockedReason !== null || isWaiting;
  return (
    <Button
      ref={ref}
      size="xs"
      variant={isPending ? "filled" : "default"}
      className={classes.again}
      // Leave out the seconds, which are shown above: a screen reader would announce every change.
      title={blockedReason ?? (isWaiting ? t`Wait before you try again` : undefined)}
      aria-disabled={isBlocked || undefined}
      onClick={() => !isBlocked && onClick()}
    >
      {isPending ? t`Try now` : t`Try again`}
    </Button>
  );
}
