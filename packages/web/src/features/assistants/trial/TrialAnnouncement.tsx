import { formatAnswer } from "@lectern/contract";
import { VisuallyHidden } from "@mantine/core";
import { useMemo } from "react";
import { announceEnd, announceStart } from "../../../entities/chat/answer/announceEnd.ts";
import { toPlainText } from "../../../ui/markdown/text/toPlainText.ts";
import type { TriedQuestion } from "./useTrial.ts";

/** Announces to screen readers that an answer is being written and, once it has ended, the answer. */
export function TrialAnnouncement({ last }: { last: TriedQuestion | undefined }) {
  const text = useMemo(() => {
    if (!last) return "";
    const { answer, end } = last;
    if (!end) return announceStart();
    return announceEnd({ content: formatAnswer(answer), steps: answer.steps, end }, toPlainText);
  }, [last]);
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}
