import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Switch.css";
import { limits, type SubmittedMessage } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Switch, Textarea } from "@mantine/core";
import fieldClasses from "../../ui/fields.module.css";
import classes from "./Quality.module.css";
import { haveSources, isTooLong, type SubmissionChoices, toSubmittedConversation } from "./submission.ts";

interface ChoiceFieldsProps {
  choices: SubmissionChoices;
  name: string;
  messages: readonly SubmittedMessage[];
  /** False: the person writes the summary. */
  wasSummarized: boolean;
  isDisabled: boolean;
  onChange: (changes: Partial<SubmissionChoices>) => void;
}

const input = { input: fieldClasses.input ?? "" };

/** What the person writes, and what else they include. */
export function ChoiceFields({ choices, name, messages, wasSummarized, isDisabled, onChange }: ChoiceFieldsProps) {
  const { includesUser, includesConversation, includesDataSources } = choices;
  const isConversationTooLong = isTooLong(toSubmittedConversation(name, messages, false));
  const areSourcesTooLong = !isConversationTooLong && isTooLong(toSubmittedConversation(name, messages, true));
  const text = { classNames: input, maxLength: limits.qualityTextLength, autosize: true, readOnly: isDisabled };
  return (
    <>
      <Textarea
        {...text}
        label={t`Summary`}
        description={wasSummarized ? undefined : t`No summary could be created. Please write one.`}
        minRows={4}
        maxRows={12}
        required
        data-autofocus
        value={choices.summary}
        onChange={({ currentTarget }) => onChange({ summary: currentTarget.value })}
      />
      <Textarea
        {...text}
        label={t`Purpose (optional)`}
        description={t`What you wanted to achieve with the chat.`}
        maxRows={8}
        value={choices.purpose}
        onChange={({ currentTarget }) => onChange({ purpose: currentTarget.value })}
      />
      <Textarea
        {...text}
        label={t`Additional comments (optional)`}
        maxRows={8}
        value={choices.additionalComments}
        onChange={({ currentTarget }) => onChange({ additionalComments: currentTarget.value })}
      />
      <fieldset className={classes.switches}>
        <legend className={classes.legend}>{t`Include`}</legend>
        <Switch
          label={t`My name and email address`}
          description={t`If off, the submission is anonymous.`}
          checked={includesUser}
          disabled={isDisabled}
          onChange={({ currentTarget }) => onChange({ includesUser: currentTarget.checked })}
        />
        <Switch
          label={t`The chat`}
          description={
            isConversationTooLong && t`It is too long to be sent. Choose a later starting prompt to include it.`
          }
          checked={includesConversation}
          disabled={isDisabled || isConversationTooLong}
          onChange={({ currentTarget }) => onChange({ includesConversation: currentTarget.checked })}
        />
        {haveSources(messages) && (
          <Switch
            label={t`Data sources`}
            description={
              areSourcesTooLong
                ? t`They are too long to be sent.`
                : t`The names of documents, the passages that answers cite, and the values of prompt templates.`
            }
            checked={includesDataSources && includesConversation}
            disabled={isDisabled || !includesConversation || areSourcesTooLong}
            onChange={({ currentTarget }) => onChange({ includesDataSources: currentTarget.checked })}
          />
        )}
      </fieldset>
    </>
  );
}
