import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import classes from "./AnswerEnding.module.css";

interface ContinueButtonProps {
  /** The reason why the answer cannot continue now; null if it can. */
  blockedReason: string | null;
  onClick: () => void;
}

/** Asks for the rest of an answer that ended before it was complete. */
export function ContinueButton({ blockedReason, onClick }: ContinueButtonProps) {
  return (
    <Button
      size="xs"
      variant="default"
      className={classes.again}
      title={blockedReason ?? undefined}
      aria-disabled={blockedReason !== null || undefined}
      onClick={() => blockedReason === null && onClick()}
    >
      {t({ message: "Continue", context: "the answer" })}
    </Button>
  );
}
