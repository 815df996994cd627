import type { AnswerEnd, Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconPlayerStopFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { getFailureReason, interruptedCode, offersRetry } from "../../../entities/chat/answer/reply.ts";
import classes from "./AnswerEnding.module.css";
import { AnswerFailure } from "./AnswerFailure.tsx";
import { ContinueButton } from "./ContinueButton.tsx";
import { TryAgainButton } from "./TryAgainButton.tsx";

interface AnswerEndingProps {
  end: AnswerEnd;
  hasText: boolean;
  /** Identifies the failed request in the server's log. */
  requestId?: string | undefined;
  blockedReason: string | null;
  /** Requests another answer, from this model if there is one; null: the answer can only be read. */
  onAnswerAgain: ((model?: Model) => void) | null;
  /** Asks for the rest of the answer; null if it is complete. */
  onContinue: (() => void) | null;
}

/**
 * Explains below an answer why the answer did not end normally and what was saved, with buttons to continue it and to try
 * again.
 */
export function AnswerEnding(props: AnswerEndingProps) {
  const { end, hasText, requestId, blockedReason, onAnswerAgain, onContinue } = props;
  const continueButton = onContinue && <ContinueButton blockedReason={blockedReason} onClick={onContinue} />;
  switch (end.end) {
    case "done":
      return <DoneNote finishReason={end.finishReason} continueButton={continueButton} />;
    case "failed":
      return <AnswerFailure {...{ end, hasText, requestId, blockedReason, onAnswerAgain, continueButton }} />;
    case "stopped":
      return (
        <div className={classes.stopped}>
          <IconPlayerStopFilled size={14} aria-hidden />
          <span>{describeStop(end, hasText)}</span>
          {continueButton}
          {onAnswerAgain && offersRetry(end, hasText) && (
            <TryAgainButton blockedReason={blockedReason} onClick={() => onAnswerAgain()} />
          )}
        </div>
      );
    default:
      return end.end satisfies never;
  }
}

function DoneNote({ finishReason, continueButton }: { finishReason: string | undefined; continueButton: ReactNode }) {
  const note = describeFinish(finishReason);
  if (note === null) return null;
  return (
    <div className={classes.stopped}>
      <span>{note}</span>
      {continueButton}
    </div>
  );
}

function describeFinish(finishReason: string | undefined): string | null {
  if (finishReason === "length")
    return t`The answer reached the maximum length. For longer answers, open the chat settings.`;
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
