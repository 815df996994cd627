import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Textarea } from "@mantine/core";
import { useAssistants } from "../../../entities/assistants/useAssistants.ts";
import fieldClasses from "../../../ui/fields.module.css";
import classes from "./Rating.module.css";

interface FeedbackFieldProps {
  assistantId: string;
  feedback: string;
  /** True if the rating replaces that of another answer. */
  isReplacing: boolean;
  onChange: (feedback: string) => void;
}

/** The field for the reason of a rating, and who can read it. */
export function FeedbackField({ assistantId, feedback, isReplacing, onChange }: FeedbackFieldProps) {
  const { data: assistants } = useAssistants();
  const isHidden = assistants?.find((each) => each.assistantId === assistantId)?.analysis === "hidden";
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
        {isHidden
          ? t`Nobody else can read this text. The editors of this assistant’s group see your rating in figures only.`
          : t`The editors of this assistant’s group can read your rating and this text.`}{" "}
        {isReplacing && t`It replaces your earlier rating in this chat.`}
      </p>
    </>
  );
}
