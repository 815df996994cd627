import { formatAnswer, hasWaitingStep } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { getFailureReason, getVisibleStatuses } from "../../../entities/chat/answer/reply.ts";
import { getAnswerSources, listSourceNumbers } from "../../../entities/citations/getAnswerSources.ts";
import { listCitedNumbers } from "../../../entities/citations/listCitedNumbers.ts";
import { translateServerText } from "../../../lib/i18n/translateServerText.ts";
import { type Citations, CitationsContext } from "../../../ui/markdown/citations/CitationsContext.ts";
import { Markdown } from "../../../ui/markdown/Markdown.tsx";
import { Disclaimer } from "../chat/Disclaimer.tsx";
import classes from "./Trial.module.css";
import type { TriedQuestion } from "./useTrial.ts";

interface TrialAnswerProps {
  tried: TriedQuestion;
  /** Asks again; null: another question is being answered, or this one is not the last. */
  onAskAgain: (() => void) | null;
}

/** A question to a draft with its answer, and the passages that the answer cites. */
export function TrialAnswer({ tried: { question, answer, end, trial }, onAskAgain }: TrialAnswerProps) {
  const { state } = answer;
  const text = formatAnswer(answer);
  const [openNumber, setOpenNumber] = useState<number | null>(null);
  const numbers = useMemo(() => listSourceNumbers(state), [state]);
  const citations = useMemo<Citations>(() => {
    const openNumbers = new Set(openNumber === null ? [] : [openNumber]);
    return { numbers, openNumbers, getLabel: (number) => t`Source ${number}`, onOpen: setOpenNumber, onHover() {} };
  }, [numbers, openNumber]);
  const { cited } = getAnswerSources(state, listCitedNumbers(text, numbers));
  const statuses = end ? [] : getVisibleStatuses(answer.statuses);
  const isWaiting = end === null && text === "";
  return (
    <>
      <article className={classes.question} aria-label={t`You`}>
        {question}
      </article>
      <article className={classes.answer} aria-label={trial.content.name} aria-busy={end === null}>
        {isWaiting && (
          <p className={classes.note}>
            {translateServerText(statuses.at(-1)?.summary ?? "") || t`Waiting for the answer`}
          </p>
        )}
        <CitationsContext value={citations}>
          {text !== "" && <Markdown source={text} streaming={end === null} />}
        </CitationsContext>
        {end !== null && <Disclaimer state={state} />}
        {cited.map(({ passage, numbers: [number = 0] }) => (
          <details
            key={number}
            className={classes.source}
            open={openNumber === number}
            onToggle={({ currentTarget }) => {
              if (currentTarget.open) setOpenNumber(number);
              else if (openNumber === number) setOpenNumber(null);
            }}
          >
            <summary>{`[${number}] ${passage.name}`}</summary>
            <p>{passage.content}</p>
          </details>
        ))}
        <TrialEnding
          tried={{ question, answer, end, trial, requestId: "" }}
          hasText={text !== ""}
          onAskAgain={onAskAgain}
        />
      </article>
    </>
  );
}

/** Says that an answer has failed, was stopped or cannot go on here. */
function TrialEnding({ tried: { answer, end }, hasText, onAskAgain }: TrialAnswerProps & { hasText: boolean }) {
  if (end === null) return null;
  const isWaiting = hasWaitingStep({ steps: answer.steps });
  if (isWaiting)
    return <p className={classes.note}>{t`This answer needs an approval, which can be given in a chat.`}</p>;
  if (end.end === "done") return !hasText && <p className={classes.note}>{t`The answer is empty.`}</p>;
  const reason =
    end.end === "failed"
      ? (getFailureReason(end) ?? t`The answer failed.`)
      : end.code
        ? t`The connection was lost.`
        : null;
  return (
    <div className={classes.ending} role={reason === null ? undefined : "alert"}>
      <span>{reason ?? t`Stopped.`}</span>
      {onAskAgain && (
        <Button variant="default" size="compact-sm" onClick={onAskAgain}>
          {t`Try again`}
        </Button>
      )}
    </div>
  );
}
