import { type AnswerEnd, chatTexts, type Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ReactNode, use, useRef, useState } from "react";
import { getFirstSentence } from "../../../entities/chat/answer/getFirstSentence.ts";
import { getFailureReason, isBusyEnd } from "../../../entities/chat/answer/reply.ts";
import { getChatTexts } from "../../../entities/chat/chatErrorTexts.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { WorkspaceContext } from "../../../entities/shell/workspace.ts";
import { Details } from "../../../ui/disclosure/Details.tsx";
import { RequestId } from "../../../ui/RequestId.tsx";
import classes from "./AnswerEnding.module.css";
import { AutomaticRetryContext } from "./automaticRetry.ts";
import { CancelRetryButton } from "./CancelRetryButton.tsx";
import { describeAutomaticRetry, describeWait } from "./describeWait.ts";
import { TryAgainButton } from "./TryAgainButton.tsx";
import { TryOtherModelButton } from "./TryOtherModelButton.tsx";
import { useSecondsUntil } from "./useSecondsUntil.ts";

interface AnswerFailureProps {
  end: AnswerEnd;
  hasText: boolean;
  requestId: string | undefined;
  blockedReason: string | null;
  /** Requests another answer, from this model if there is one; null: the answer can only be read. */
  onAnswerAgain: ((model?: Model) => void) | null;
  continueButton: ReactNode;
}

/** Explains why an answer failed, the cause first, and when it is requested again or can be. */
export function AnswerFailure(props: AnswerFailureProps) {
  const { end, hasText, requestId, blockedReason, onAnswerAgain, continueButton } = props;
  const pendingRetry = use(AutomaticRetryContext);
  const retry = pendingRetry?.requestId === requestId ? pendingRetry : null;
  const secondsLeft = useSecondsUntil(retry?.dueAt ?? end.retryAt);
  const [isCancelled, setIsCancelled] = useState(false);
  const againRef = useRef<HTMLButtonElement>(null);
  // Who has cancelled the countdown decides when to try again.
  const waitText = retry || isCancelled ? null : describeWait(end.retryAt, secondsLeft);
  const timerText = retry ? describeAutomaticRetry(Math.max(1, secondsLeft)) : waitText;
  const { failed } = getChatTexts();
  const isKeyFixable = use(WorkspaceContext)?.user.isAdmin === true && end.message === chatTexts.keyRejected;
  const reason = isKeyFixable
    ? t`The model’s server rejected the key. Connect the server again with a valid key, or change the key in the server’s configuration.`
    : (getFailureReason(end) ?? failed);
  // The sentence names a time to wait. A reason that says what to do, which may be not to wait, would be contradicted,
  // also in the details. At a limit nothing is wrong with the server, and the countdown says how long to wait.
  const saysWhatToDo = end.retryAt !== undefined || getFirstSentence(reason) !== reason;
  const sentence = reason === failed || saysWhatToDo || isBusyEnd(end) ? null : failed;
  // Below a partial text it says nothing new.
  const isSentenceFolded = retry !== null || hasText;
  const cancel = () => {
    setIsCancelled(true);
    retry?.cancel();
  };
  return (
    <div className={classes.failure} data-warning={isBusyEnd(end) || undefined}>
      <IconAlertTriangle size={18} stroke={1.6} className={classes.icon} aria-hidden />
      <div className={classes.words}>
        <p className={classes.reason}>{reason}</p>
        {sentence !== null && !isSentenceFolded && <p className={classes.sentence}>{sentence}</p>}
        {hasText && <p className={classes.line}>{t`The text above was saved.`}</p>}
        {/* A timer is not announced every second; the thread announces it once. */}
        {timerText !== null && (
          <p className={classes.line} role="timer">
            {timerText}
          </p>
        )}
        <div className={classes.buttons}>
          {isKeyFixable && (
            <Button size="xs" className={classes.again} onClick={() => openDialog("connectModel")}>
              {t`Connect a model`}
            </Button>
          )}
          {retry && <CancelRetryButton onClick={cancel} onFocusLost={() => againRef.current?.focus()} />}
          {continueButton}
          {onAnswerAgain && (
            <>
              <TryAgainButton
                ref={againRef}
                blockedReason={blockedReason}
                isWaiting={waitText !== null}
                isPending={retry !== null}
                onClick={() => (retry ? retry.retryNow() : onAnswerAgain())}
              />
              <TryOtherModelButton blockedReason={blockedReason} onAnswerAgain={onAnswerAgain} />
            </>
          )}
        </div>
        <FailureDetails sentence={isSentenceFolded ? sentence : null} requestId={requestId} />
      </div>
    </div>
  );
}

interface FailureDetailsProps {
  /** The sentence for every failure, if it is not shown above. */
  sentence: string | null;
  requestId: string | undefined;
}

/** What support needs to know, folded. */
function FailureDetails({ sentence, requestId }: FailureDetailsProps) {
  if (sentence === null && requestId === undefined) return null;
  return (
    <Details summary={t`Details`} summaryClassName={classes.details}>
      <div className={classes.footnote}>
        {sentence !== null && <p>{sentence}</p>}
        {requestId !== undefined && <RequestId id={requestId} />}
      </div>
    </Details>
  );
}
