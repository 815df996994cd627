import { type AnswerFeedback, limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Textarea } from "@mantine/core";
import classes from "./RatingButtons.module.css";

interface ReasonFieldProps {
  rating: AnswerFeedback["rating"];
  reason: string;
  onChange: (reason: string) => void;
}

/** The field for the reason why an answer is good or bad, and who can read it. */
export function ReasonField({ rating, reason, onChange }: ReasonFieldProps) {
  return (
    <>
      <Textarea
        label={rating === "up" ? t`What was good? (optional)` : t`What was wrong? (optional)`}
        value={reason}
        maxLength={limits.feedbackReasonLength}
        rows={3}
        data-autofocus
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <p className={classes.note}>{t`Your institution can read your rating and this text.`}</p>
    </>
  );
}
