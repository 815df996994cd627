import type { ListedQualitySubmission } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { UnstyledButton } from "@mantine/core";
import classes from "./Quality.module.css";
import { formatSubmissionTime, getSenderText } from "./qualityTexts.ts";

interface SubmissionRowProps {
  submission: ListedQualitySubmission;
  onOpen: () => void;
}

/** A submission of the list, which is opened by a click anywhere in the row. */
export function SubmissionRow({ submission, onOpen }: SubmissionRowProps) {
  const { submittedAt, summary, messageCount: count } = submission;
  return (
    <li className={classes.row}>
      <UnstyledButton className={classes.open ?? ""} onClick={onOpen} dir="auto">
        {summary}
      </UnstyledButton>
      <span className={classes.dim}>
        <time dateTime={submittedAt}>{formatSubmissionTime(submission)}</time>
        <span>{getSenderText(submission)}</span>
        <span>
          {count === 0 ? t`Without the chat` : plural(count, { one: "With # message", other: "With # messages" })}
        </span>
      </span>
    </li>
  );
}
