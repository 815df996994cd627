import { type AnswerEnd, cancelOpenSteps, formatAnswer, hasWaitingStep } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useMemo } from "react";
import { describeFailure } from "../../../entities/chat/answer/announceEnd.ts";
import { interruptedCode } from "../../../entities/chat/answer/reply.ts";
import { AnswerParts } from "../../../entities/chat/slots/AnswerParts.tsx";
import { AnswerTextWrappers } from "../../../entities/chat/slots/AnswerTextWrappers.tsx";
import { toStepInserts } from "../../../entities/chat/steps/toStepInserts.tsx";
import { AnswerPlaceholder } from "../../../entities/chat/view/AnswerPlaceholder.tsx";
import { Reasoning } from "../../../entities/chat/view/Reasoning.tsx";
import { StatusCards } from "../../../entities/chat/view/StatusCards.tsx";
import { Markdown } from "../../../ui/markdown/Markdown.tsx";
import classes from "./Trial.module.css";
import type { TriedQuestion } from "./useTrial.ts";

interface TrialAnswerProps {
  tried: TriedQuestion;
  /** Asks again; null: another question is being answered, or this one is not the last. */
  onAskAgain: (() => void) | null;
}

/** A question to a draft with its answer, which shows its steps and sources as in a chat. */
export function TrialAnswer({ tried: { question, answer, end, trial }, onAskAgain }: TrialAnswerProps) {
  const { state, reasoning, statuses, steps } = answer;
  const text = formatAnswer(answer);
  const isLive = end === null;
  const isWaiting = hasWaitingStep(answer);
  // Nothing can be approved here.
  const isRunning = isLive && !isWaiting;
  const inserts = useMemo(
    () => toStepInserts(isRunning ? steps : cancelOpenSteps(steps), async () => null),
    [steps, isRunning],
  );
  const hasBody = text !== "" || steps.length > 0;
  const isThinking = isLive && !hasBody && reasoning !== "";
  return (
    <>
      <article className={classes.question} aria-label={t`You`} data-turn-start>
        {question}
      </article>
      <article className={classes.answer} aria-label={trial.content.name} aria-busy={isLive}>
        <StatusCards
          statuses={isLive ? statuses : statuses.filter(({ sticky }) => sticky)}
          state={state}
          text={text}
          isStreaming={isLive}
        />
        {reasoning !== "" && <Reasoning text={reasoning} isThinking={isThinking} isLive={isLive} />}
        {isLive && !hasBody && !isThinking && <AnswerPlaceholder />}
        {hasBody && (
          <AnswerTextWrappers state={state} text={text} answer={null}>
            <Markdown source={text} inserts={inserts} streaming={isLive} />
          </AnswerTextWrappers>
        )}
        {end && isWaiting ? (
          <p className={classes.note}>{t`This answer needs your approval, which you can only give in a chat.`}</p>
        ) : (
          end && <TrialEnding end={end} hasText={text !== ""} onAskAgain={onAskAgain} />
        )}
        <div className={classes.foot}>
          <AnswerParts state={state} text={text} isStreaming={isLive} />
        </div>
      </article>
    </>
  );
}

interface TrialEndingProps extends Pick<TrialAnswerProps, "onAskAgain"> {
  end: AnswerEnd;
  hasText: boolean;
}

/** Says that an answer has failed, was stopped or is not complete. */
function TrialEnding({ end, hasText, onAskAgain }: TrialEndingProps) {
  const note = describeEnd(end, hasText);
  if (note === null) return null;
  return (
    <div className={classes.ending} data-failed={end.end === "failed" || undefined}>
      <span>{note}</span>
      {onAskAgain && end.end !== "done" && (
        <Button variant="default" size="compact-sm" onClick={onAskAgain}>
          {t`Try again`}
        </Button>
      )}
    </div>
  );
}

function describeEnd(end: AnswerEnd, hasText: boolean): string | null {
  switch (end.end) {
    case "failed":
      return describeFailure(end);
    case "stopped":
      return end.code === interruptedCode ? t`The connection was lost.` : t`Stopped`;
    case "done":
      if (end.finishReason === "length") return t`The answer reached the maximum length.`;
      if (end.finishReason === "contentFilter")
        return t`The model provider ended this answer because of its content policy.`;
      return hasText ? null : t`The answer is empty.`;
    default:
      return end.end satisfies never;
  }
}
