import { type AnswerFeedback, limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import classes from "./RatingButtons.module.css";

interface ReasonFormProps {
  feedback: AnswerFeedback;
  onSend: (reason: string) => void;
}

/** Asks why an answer is good or bad. */
export function ReasonForm({ feedback, onSend }: ReasonFormProps) {
  const [reason, setReason] = useState(feedback.reason ?? "");
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSend(reason);
      }}
    >
      <Textarea
        label={feedback.rating === "up" ? t`What was good? (optional)` : t`What was wrong? (optional)`}
        value={reason}
        maxLength={limits.feedbackReasonLength}
        rows={3}
        data-autofocus
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <p className={classes.note}>{t`Your institution can read your rating and this text.`}</p>
      <div className={classes.foot}>
        <Button type="submit" size="xs">
          {t`Send`}
        </Button>
      </div>
    </form>
  );
}
