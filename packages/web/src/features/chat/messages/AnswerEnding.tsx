import { type AnswerEnd, chatTexts, formatResetTime } from "@lectern/contract";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconPlayerStop } from "@tabler/icons-react";
import { getFailureReason, interruptedCode, offersRetry } from "../../../entities/chat/answer/reply.ts";
import { RequestId } from "../../../ui/RequestId.tsx";
import classes from "./AnswerEnding.module.css";
import { maxCountdownSeconds, useSecondsUntil } from "./useSecondsUntil.ts";

interface AnswerEndingProps {
  end: AnswerEnd;
  hasText: boolean;
  /** Identifies the failed request in the server's log. */
  requestId?: string | undefined;
  blockedReason: string | null;
  onAnswerAgain: () => void;
}

/** Explains below an answer why the answer did not end normally and what was saved, with a button to try again. */
export function AnswerEnding({ end, hasText, requestId, blockedReason, onAnswerAgain }: AnswerEndingProps) {
  const secondsLeft = useSecondsUntil(end.retryAt);
  if (end.end === "done") return <DoneNote finishReason={end.finishReason} />;
  const waitingText =
    end.retryAt && secondsLeft > 0 ? `You can try again ${formatRetryTime(end.retryAt, secondsLeft)}.` : null;
  const answerAgainBlockedReason = blockedReason ?? waitingText;
  const tryAgainButton = (
    <Button
      size="xs"
      variant="default"
      className={classes.again}
      // Leave out the seconds, which are shown above: a screen reader would announce every change.
      title={blockedReason ?? (waitingText ? "Wait before you try again" : undefined)}
      aria-disabled={answerAgainBlockedReason !== null || undefined}
      onClick={() => answerAgainBlockedReason === null && onAnswerAgain()}
    >
      Try again
    </Button>
  );
  if (end.end === "failed") {
    const reason = getFailureReason(end);
    return (
      <div className={classes.failure}>
        <IconAlertTriangle size={18} stroke={1.6} className={classes.icon} aria-hidden />
        <div className={classes.words}>
          {reason !== null && <p className={classes.reason}>{reason}</p>}
          <p className={reason === null ? classes.reason : classes.sentence}>{chatTexts.failed}</p>
          {hasText && <p className={classes.line}>The text above was saved.</p>}
          {waitingText && (
            <p className={classes.line} role="timer">
              {waitingText}
            </p>
          )}
          {tryAgainButton}
          {requestId !== undefined && <RequestId id={requestId} />}
        </div>
      </div>
    );
  }
  return (
    <div className={classes.stopped}>
      <IconPlayerStop size={16} stroke={1.6} aria-hidden />
      <span>{end.code === interruptedCode ? describeInterruption(hasText) : "Stopped"}</span>
      {offersRetry(end, hasText) && tryAgainButton}
    </div>
  );
}

function DoneNote({ finishReason }: { finishReason: string | undefined }) {
  const note = finishReason === undefined ? undefined : doneNotes.get(finishReason);
  return note ? <p className={classes.stopped}>{note}</p> : null;
}

const doneNotes: ReadonlyMap<string, string> = new Map([
  ["length", "The answer reached the maximum length. You can change the maximum in the chat settings."],
  ["contentFilter", "The model provider ended this answer because of its content policy."],
]);

function formatRetryTime(retryAt: string, seconds: number): string {
  if (seconds > maxCountdownSeconds) return formatResetTime(retryAt, new Date());
  return seconds < 60 ? `in ${seconds} s` : `in ${Math.ceil(seconds / 60)} min`;
}

function describeInterruption(hasText: boolean): string {
  return hasText
    ? "The answer was interrupted. The text above was saved."
    : "The answer was interrupted before it started.";
}
