import type { PromptTemplate, Variable } from "@lectern/contract";
import { use, useId, useLayoutEffect, useRef, useState } from "react";
import { cutConversationName } from "../../../entities/conversations/cutConversationName.ts";
import { PromptSlotsContext } from "../../../entities/prompts/promptSlots.ts";
import { filterByStart, filterTemplates } from "../../../entities/prompts/template/filterChoices.ts";
import { type FieldDocument, isFileVariable } from "../../../entities/prompts/template/validateEntries.ts";
import { ChoiceField } from "./ChoiceField.tsx";
import { useConversationChoices } from "./useConversationChoices.ts";
import classes from "./VariableDialog.module.css";

interface VariableFieldProps {
  variable: Variable;
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

/** The form field of a variable: its name, an input for its type, and a validation message. */
export function VariableField(props: VariableFieldProps) {
  const { variable, problem } = props;
  const { name, type, options } = variable;
  const fieldId = useId();
  const labelId = useId();
  const problemId = useId();
  const isRequired = options.optional !== true && type !== "boolean";
  const label = (
    <>
      {name}
      {isRequired && <span aria-hidden> *</span>}
    </>
  );
  return (
    <div className={classes.variable}>
      {isFileVariable(variable) ? (
        <span id={labelId} className={classes.label}>
          {label}
          {isRequired && <span className={classes.unseen}> (required)</span>}
        </span>
      ) : (
        type !== "boolean" && (
          <label htmlFor={fieldId} className={classes.label}>
            {label}
          </label>
        )
      )}
      <TypedField
        {...props}
        ids={{
          id: fieldId,
          labelId,
          "aria-describedby": problem === null ? undefined : problemId,
          "aria-invalid": problem !== null || undefined,
          "aria-required": isRequired || undefined,
        }}
      />
      {problem !== null && (
        <p id={problemId} className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

interface FieldIds {
  id: string;
  labelId: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

function TypedField(props: VariableFieldProps & { ids: FieldIds }) {
  const { variable, value, draftKey, templates, isFirst, onChange, onDocuments, ids } = props;
  const { labelId, ...field } = ids;
  const autofocusProps = isFirst ? { "data-autofocus": true } : {};
  const { FileField } = use(PromptSlotsContext);
  const latestHandlerRef = useRef(onDocuments);
  useLayoutEffect(() => {
    latestHandlerRef.current = onDocuments;
  });
  const [receiveDocuments] = useState(
    () => (documents: readonly FieldDocument[]) => latestHandlerRef.current(documents),
  );
  switch (variable.type) {
    case "file":
    case "files":
      return (
        <FileField
          draftKey={draftKey}
          isSingle={variable.type === "file"}
          labelledBy={labelId}
          describedBy={ids["aria-describedby"]}
          onDocuments={receiveDocuments}
        />
      );
    case "boolean":
      return (
        <label className={classes.check}>
          <input
            {...autofocusProps}
            type="checkbox"
            id={field.id}
            checked={value === "true"}
            onChange={({ target }) => onChange(String(target.checked))}
          />
          {variable.name}
        </label>
      );
    case "options":
      return (
        <ChoiceField
          field={{ ...field, ...autofocusProps }}
          value={value}
          choices={(variable.options.options ?? []).map((option) => ({ id: option, name: option }))}
          emptyText="This template has no choices for this variable."
          onChange={onChange}
        />
      );
    case "template":
      return (
        <ChoiceField
          field={{ ...field, ...autofocusProps }}
          value={value}
          choices={filterTemplates(variable, templates)}
          emptyText="There are no templates to choose from."
          onChange={onChange}
        />
      );
    case "conversation":
      return <ConversationField {...props} field={{ ...field, ...autofocusProps }} />;
    case "text":
    case "uniqueId":
      return (
        <textarea
          {...field}
          {...autofocusProps}
          className={classes.text}
          rows={2}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    default:
      return variable.type satisfies never;
  }
}

function ConversationField({
  variable,
  value,
  field,
  onChange,
}: VariableFieldProps & { field: Omit<FieldIds, "labelId"> }) {
  const { choices, status } = useConversationChoices();
  if (status === "loading") return <p className={classes.hint}>Loading your conversations…</p>;
  if (status === "failed") return <p className={classes.problem}>Your conversations could not be loaded.</p>;
  return (
    <ChoiceField
      field={field}
      value={value}
      choices={filterByStart(variable, choices)}
      formatName={cutConversationName}
      emptyText="There are no conversations to choose from."
      onChange={onChange}
    />
  );
}
