import {
  distinctVariables,
  formatPromptVariable,
  parsePromptVariables,
  type Variable,
  type VariableOccurrence,
} from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useMemo } from "react";
import { describeUnknownTypes } from "./describeUnknownTypes.ts";
import classes from "./PromptEditor.module.css";
import { VariableEditor } from "./VariableEditor.tsx";

interface VariableListProps {
  content: string;
  isReadOnly: boolean;
  /** Receives the content with a changed variable. */
  onChange: (content: string) => void;
}

/** The maximum number of variables with fields here. Further variables work, but are edited only in the content. */
const maxShown = 50;

/** The variables of a template's content, each with its options. */
export function VariableList({ content, isReadOnly, onChange }: VariableListProps) {
  // Parse without deferring: the option fields must show the current content even between two key presses.
  const variables = useMemo(() => distinctVariables(parsePromptVariables(content)), [content]);
  const write = ({ start, end }: VariableOccurrence, next: Variable) =>
    onChange(content.slice(0, start) + formatPromptVariable(next) + content.slice(end));
  return (
    <fieldset className={classes.variables}>
      <legend className={classes.legend}>{t`Variables`}</legend>
      {variables.length === 0 && <p className={classes.note}>{t`The content has no variables yet.`}</p>}
      {describeUnknownTypes(variables.slice(0, maxShown)).map((text) => (
        <p key={text} className={classes.note}>
          {text}
        </p>
      ))}
      {variables.slice(0, maxShown).map((variable) => (
        <VariableEditor
          key={variable.name}
          variable={variable}
          isReadOnly={isReadOnly}
          onChange={(next) => write(variable, next)}
        />
      ))}
      {variables.length > maxShown && (
        <p className={classes.note}>
          {plural(variables.length - maxShown, {
            one: "And # more. Edit it in the content itself.",
            other: "And # more. Edit them in the content itself.",
          })}
        </p>
      )}
    </fieldset>
  );
}
