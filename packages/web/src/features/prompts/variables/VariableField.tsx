import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Checkbox.css";
import type { PromptTemplate, Variable } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Checkbox, Input, Textarea, VisuallyHidden } from "@mantine/core";
import { use, useId, useLayoutEffect, useRef, useState } from "react";
import { cutConversationName } from "../../../entities/conversations/cutConversationName.ts";
import { PromptSlotsContext } from "../../../entities/prompts/promptSlots.ts";
import { filterByStart, filterTemplates } from "../../../entities/prompts/template/filterChoices.ts";
import { type FieldDocument, isFileVariable } from "../../../entities/prompts/template/validateEntries.ts";
import fieldClasses from "../../../ui/fields.module.css";
import { ChoiceField } from "./ChoiceField.tsx";
import type { FieldProps } from "./fieldProps.ts";
import { useConversationChoices } from "./useConversationChoices.ts";
import classes from "./VariableDialog.module.css";

interface VariableFieldProps {
  variable: Variable;
  label: string;
  /** The validation message; null if the value is valid. */
  problem: string | null;
  value: string;
  draftKey: string;
  templates: readonly PromptTemplate[];
  /** True for the first field, which gets the focus when the dialog opens. */
  isFirst: boolean;
  onChange: (value: string) => void;
  onDocuments: (documents: readonly FieldDocument[]) => void;
}

/** The form field of a variable: its label, an input for its type, and a validation message. */
export function VariableField(props: VariableFieldProps) {
  const { variable, label, problem, value, templates, isFirst, onChange } = props;
  const { type, options } = variable;
  const isRequired = options.optional !== true && type !== "boolean";
  const field: FieldProps = {
    label,
    error: problem,
    withAsterisk: isRequired,
    "aria-required": isRequired || undefined,
    ...(isFirst ? { "data-autofocus": true } : {}),
  };
  if (isFileVariable(variable)) return <DocumentsField {...props} isRequired={isRequired} />;
  switch (type) {
    case "boolean":
      return (
        <Checkbox
          label={label}
          error={problem}
          data-autofocus={isFirst || undefined}
          checked={value === "true"}
          onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
          classNames={{ root: classes.check, input: fieldClasses.box }}
        />
      );
    case "options":
      return (
        <ChoiceField
          field={field}
          value={value}
          choices={(options.options ?? []).map((option) => ({ id: option, name: option }))}
          emptyText={t`This template has no choices for this variable.`}
          onChange={onChange}
        />
      );
    case "template":
      return (
        <ChoiceField
          field={field}
          value={value}
          choices={filterTemplates(variable, templates)}
          emptyText={t`There are no templates to choose from.`}
          onChange={onChange}
        />
      );
    case "conversation":
      return <ConversationField {...props} field={field} />;
    default:
      return (
        <Textarea
          {...field}
          rows={2}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          classNames={{ input: classes.text }}
        />
      );
  }
}

function DocumentsField(props: VariableFieldProps & { isRequired: boolean }) {
  const { variable, label, problem, draftKey, isRequired, onDocuments } = props;
  const labelId = useId();
  const problemId = useId();
  const { FileField } = use(PromptSlotsContext);
  const latestHandlerRef = useRef(onDocuments);
  useLayoutEffect(() => {
    latestHandlerRef.current = onDocuments;
  });
  const [receiveDocuments] = useState(
    () => (documents: readonly FieldDocument[]) => latestHandlerRef.current(documents),
  );
  return (
    <div className={classes.variable}>
      <Input.Label labelElement="div" id={labelId} required={isRequired}>
        {label}
        {isRequired && <VisuallyHidden> {t`(required)`}</VisuallyHidden>}
      </Input.Label>
      <FileField
        draftKey={draftKey}
        isSingle={variable.type === "file"}
        labelledBy={labelId}
        describedBy={problem === null ? undefined : problemId}
        onDocuments={receiveDocuments}
      />
      {problem !== null && <Input.Error id={problemId}>{problem}</Input.Error>}
    </div>
  );
}

function ConversationField({ variable, value, field, onChange }: VariableFieldProps & { field: FieldProps }) {
  const { choices, status } = useConversationChoices();
  if (status !== "ready") {
    return (
      <Input.Wrapper label={field.label} withAsterisk={field.withAsterisk}>
        {status === "loading" ? (
          <p className={classes.hint}>{t`Loading your chats…`}</p>
        ) : (
          <p className={classes.problem}>{t`Couldn’t load your chats.`}</p>
        )}
      </Input.Wrapper>
    );
  }
  return (
    <ChoiceField
      field={field}
      value={value}
      choices={filterByStart(variable, choices)}
      formatName={cutConversationName}
      emptyText={t`There are no chats to choose from.`}
      onChange={onChange}
    />
  );
}
