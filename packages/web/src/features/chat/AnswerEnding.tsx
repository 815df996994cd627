import { type AnswerEnd, chatTexts } from "@lectern/contract";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconPlayerStop } from "@tabler/icons-react";
import classes from "./AnswerEnding.module.css";
import { interruptedCode, offersAgain } from "./reply.ts";

interface AnswerEndingProps {
  end: AnswerEnd;
  hasText: boolean;
  blockedReason: string | null;
  onAgain: () => void;
}

/** What stands under an answer that did not end by itself: why, what was kept, and the way to try again. */
export function AnswerEnding({ end, hasText, blockedReason, onAgain }: AnswerEndingProps) {
  if (end.end === "done") return end.finishReason === "length" ? <CutNote /> : null;
  const tryAgain = (
    <Button
      size="xs"
      variant="default"
      className={classes.again}
      title={blockedReason ?? undefined}
      aria-disabled={blockedReason !== null || undefined}
      onClick={() => blockedReason === null && onAgain()}
    >
      Try again
    </Button>
  );
  if (end.end === "failed") {
    return (
      <div className={classes.failure}>
        <IconAlertTriangle size={18} stroke={1.6} className={classes.icon} aria-hidden />
        <div className={classes.words}>
          <p className={classes.title}>{chatTexts.failed}</p>
          {end.message && end.message !== chatTexts.failed && <p className={classes.line}>{end.message}</p>}
          {hasText && <p className={classes.line}>The text above was kept.</p>}
          {end.code && <p className={classes.code}>Code: {end.code}</p>}
          {tryAgain}
        </div>
      </div>
    );
  }
  return (
    <div className={classes.stopped}>
      <IconPlayerStop size={16} stroke={1.6} aria-hidden />
      <span>{end.code === interruptedCode ? interruptedText(hasText) : "Stopped"}</span>
      {offersAgain(end, hasText) && tryAgain}
    </div>
  );
}

function CutNote() {
  return (
    <p className={classes.stopped}>The answer reached its longest length. A longer one can be set in the settings.</p>
  );
}

function interruptedText(hasText: boolean): string {
  return hasText
    ? "The answer was interrupted. The text above was kept."
    : "The answer was interrupted before it began.";
}
