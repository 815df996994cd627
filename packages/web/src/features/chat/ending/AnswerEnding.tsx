import type { AnswerEnd } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconPlayerStopFilled } from "@tabler/icons-react";
import { getFailureReason, interruptedCode, offersRetry } from "../../../entities/chat/answer/reply.ts";
import classes from "./AnswerEnding.module.css";
import { AnswerFailure } from "./AnswerFailure.tsx";
import { TryAgainButton } from "./TryAgainButton.tsx";

interface AnswerEndingProps {
  end: AnswerEnd;
  hasText: boolean;
  /** Identifies the failed request in the server's log. */
  requestId?: string | undefined;
  blockedReason: string | null;
  onAnswerAgain: () => void;
}

/** Explains below an answer why the answer did not end normally and what was saved, with a button to try again. */
export function AnswerEnding(props: AnswerEndingProps) {
  const { end, hasText, requestId, blockedReason, onAnswerAgain } = props;
  switch (end.end) {
    case "done":
      return <DoneNote finishReason={end.finishReason} />;
    case "failed":
      return <AnswerFailure {...{ end, hasText, requestId, blockedReason, onAnswerAgain }} />;
    case "stopped":
      return (
        <div className={classes.stopped}>
          <IconPlayerStopFilled size={14} aria-hidden />
          <span>{describeStop(end, hasText)}</span>
          {offersRetry(end, hasText) && <TryAgainButton blockedReason={blockedReason} onClick={onAnswerAgain} />}
        </div>
      );
    default:
      return end.end satisfies never;
  }
}

function DoneNote({ finishReason }: { finishReason: string | undefined }) {
  const note = describeFinish(finishReason);
  return note && <p className={classes.stopped}>{note}</p>;
}

function describeFinish(finishReason: string | undefined): string | null {
  if (finishReason === "length")
    return t`The answer reached the maximum length. You can change the maximum in the chat settings.`;
  if (finishReason === "contentFilter") return t`The model provider ended this answer because of its content policy.`;
  return null;
}

function describeStop(end: AnswerEnd, hasText: boolean): string {
  if (end.code === interruptedCode) return describeInterruption(hasText);
  return getFailureReason(end) ?? t`Stopped`;
}

function describeInterruption(hasText: boolean): string {
  return hasText
    ? t`The answer was interrupted. The text above was saved.`
    : t`The answer was interrupted before it started.`;
}
