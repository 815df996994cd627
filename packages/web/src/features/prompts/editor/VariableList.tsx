import {
  distinctVariables,
  formatPromptVariable,
  parsePromptVariables,
  type Variable,
  type VariableOccurrence,
} from "@lectern/contract";
import { useMemo } from "react";
import classes from "./PromptEditor.module.css";
import { unknownTypes } from "./unknownTypes.ts";
import { VariableEditor } from "./VariableEditor.tsx";

interface VariableListProps {
  content: string;
  isReadOnly: boolean;
  /** The text with a variable written otherwise. */
  onChange: (content: string) => void;
}

/** More of them are no form that anybody fills in; they work all the same. */
const mostShown = 50;

/** The variables of a text, each with what can be set for it. */
export function VariableList({ content, isReadOnly, onChange }: VariableListProps) {
  // Not deferred: the fields of the options show what stands here, also between two keys.
  const variables = useMemo(() => distinctVariables(parsePromptVariables(content)), [content]);
  const write = ({ start, end }: VariableOccurrence, next: Variable) =>
    onChange(content.slice(0, start) + formatPromptVariable(next) + content.slice(end));
  return (
    <fieldset className={classes.variables}>
      <legend className={classes.legend}>Variables</legend>
      {variables.length === 0 && <p className={classes.note}>There are none in the content yet.</p>}
      {unknownTypes(variables.slice(0, mostShown)).map((text) => (
        <p key={text} className={classes.note}>
          {text}
        </p>
      ))}
      {variables.slice(0, mostShown).map((variable) => (
        <VariableEditor
          key={variable.name}
          variable={variable}
          isReadOnly={isReadOnly}
          onChange={(next) => write(variable, next)}
        />
      ))}
      {variables.length > mostShown && (
        <p className={classes.note}>And {variables.length - mostShown} more, which are set in the content itself.</p>
      )}
    </fieldset>
  );
}
