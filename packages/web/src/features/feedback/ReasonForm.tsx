import type { AnswerFeedback } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useState } from "react";
import classes from "./RatingButtons.module.css";
import { ReasonField } from "./ReasonField.tsx";

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
      <ReasonField rating={feedback.rating} reason={reason} onChange={setReason} />
      <div className={classes.foot}>
        <Button type="submit" size="xs">
          {t`Send`}
        </Button>
      </div>
    </form>
  );
}
