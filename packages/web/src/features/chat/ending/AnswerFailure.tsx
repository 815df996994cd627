import type { AnswerEnd } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { getFailureReason } from "../../../entities/chat/answer/reply.ts";
import { getChatTexts } from "../../../entities/chat/chatErrorTexts.ts";
import { RequestId } from "../../../ui/RequestId.tsx";
import classes from "./AnswerEnding.module.css";
import { getAutomaticRetrySeconds } from "./automaticRetry.ts";
import { describeAutomaticRetry, describeWait } from "./describeWait.ts";
import { TryAgainButton } from "./TryAgainButton.tsx";
import { useSecondsUntil } from "./useSecondsUntil.ts";

interface AnswerFailureProps {
  end: AnswerEnd;
  hasText: boolean;
  requestId: string | undefined;
  blockedReason: string | null;
  onAnswerAgain: () => void;
  /** Requests the answer again by itself, once its time has come; null: only the person does. */
  onAutomaticRetry: (() => void) | null;
}

/** Explains why an answer failed, the cause first, and when it is requested again or can be. */
export function AnswerFailure(props: AnswerFailureProps) {
  const { end, hasText, requestId, blockedReason, onAnswerAgain, onAutomaticRetry } = props;
  const secondsLeft = useSecondsUntil(end.retryAt);
  const [isCancelled, setIsCancelled] = useState(false);
  const [isShortWait] = useState(() => getAutomaticRetrySeconds(end, Date.now()) !== null);
  const isAutomatic = onAutomaticRetry !== null && isShortWait && !isCancelled && blockedReason === null;
  useRetryAtEnd(isAutomatic ? onAutomaticRetry : null, secondsLeft);
  const isCounting = isAutomatic && secondsLeft > 0;
  // Who has cancelled the countdown decides when to try again.
  const waitText = isCounting || isCancelled ? null : describeWait(end.retryAt, secondsLeft);
  const { failed } = getChatTexts();
  const reason = getFailureReason(end) ?? failed;
  return (
    <div className={classes.failure}>
      <IconAlertTriangle size={18} stroke={1.6} className={classes.icon} aria-hidden />
      <div className={classes.words}>
        <p className={classes.reason}>
          <span>{reason}</span>
          {/* A timer is not announced every second; the thread announces it once. */}
          {isCounting && " "}
          {isCounting && <span role="timer">{describeAutomaticRetry(secondsLeft)}</span>}
        </p>
        {reason !== failed && <p className={classes.sentence}>{failed}</p>}
        {hasText && <p className={classes.line}>{t`The text above was saved.`}</p>}
        {waitText !== null && (
          <p className={classes.line} role="timer">
            {waitText}
          </p>
        )}
        {isCounting ? (
          <div className={classes.buttons}>
            <Button size="xs" variant="default" className={classes.again} onClick={() => setIsCancelled(true)}>
              {t`Cancel`}
            </Button>
            <Button size="xs" className={classes.again} onClick={onAnswerAgain}>
              {t`Try now`}
            </Button>
          </div>
        ) : (
          <TryAgainButton blockedReason={blockedReason} isWaiting={waitText !== null} onClick={onAnswerAgain} />
        )}
        {requestId !== undefined && <RequestId id={requestId} />}
      </div>
    </div>
  );
}

function useRetryAtEnd(onRetry: (() => void) | null, secondsLeft: number): void {
  const retry = useEffectEvent(() => onRetry?.());
  const isDue = onRetry !== null && secondsLeft === 0;
  useEffect(() => {
    if (isDue) retry();
  }, [isDue]);
}
