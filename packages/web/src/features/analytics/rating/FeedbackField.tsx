import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Textarea } from "@mantine/core";
import fieldClasses from "../../../ui/fields.module.css";
import classes from "./Rating.module.css";

interface FeedbackFieldProps {
  feedback: string;
  /** True if the rating replaces that of another answer. */
  isReplacing: boolean;
  onChange: (feedback: string) => void;
}

/** The field for the reason of a rating, and who can read it. */
export function FeedbackField({ feedback, isReplacing, onChange }: FeedbackFieldProps) {
  return (
    <>
      <Textarea
        label={t`Feedback (optional)`}
        value={feedback}
        maxLength={limits.feedbackReasonLength}
        rows={3}
        classNames={{ input: fieldClasses.input ?? "" }}
        data-autofocus
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <p className={classes.note}>
        {t`The editors of this assistant’s group can read your rating and this text.`}{" "}
        {isReplacing && t`It replaces your earlier rating in this chat.`}
      </p>
    </>
  );
}
