import { distinctVariables, type PlacedVariable, parsePromptVariables, promptVariableText } from "@lectern/contract";
import { useDeferredValue, useMemo } from "react";
import classes from "./PromptEditor.module.css";
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
  const seen = useDeferredValue(content);
  const variables = useMemo(() => distinctVariables(parsePromptVariables(seen)), [seen]);
  const write = (name: string, change: (variable: PlacedVariable) => string) => {
    // The text may be ahead of what is shown.
    const now = distinctVariables(parsePromptVariables(content)).find((variable) => variable.name === name);
    if (now) onChange(content.slice(0, now.start) + change(now) + content.slice(now.end));
  };
  return (
    <fieldset className={classes.variables}>
      <legend className={classes.legend}>Variables</legend>
      {variables.length === 0 && <p className={classes.note}>There are none in the content yet.</p>}
      {variables.slice(0, mostShown).map((variable) => (
        <VariableEditor
          key={variable.name}
          variable={variable}
          isReadOnly={isReadOnly}
          onChange={(next) => write(variable.name, () => promptVariableText(next))}
        />
      ))}
      {variables.length > mostShown && (
        <p className={classes.note}>And {variables.length - mostShown} more, which are set in the content itself.</p>
      )}
    </fieldset>
  );
}
