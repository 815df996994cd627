import fieldClasses from "../../../../ui/fields.module.css";
import type { AssistantDraft } from "../draft/assistantDraft.ts";
import type { DraftState } from "../draft/useAssistantDraft.ts";
import type { DraftProblems } from "../draft/validateDraft.ts";

export interface FieldsProps {
  draft: AssistantDraft;
  problems: DraftProblems;
  change: DraftState["change"];
}

type TextFieldName = {
  [Name in keyof AssistantDraft]: AssistantDraft[Name] extends string ? Name : never;
}[keyof AssistantDraft] &
  keyof DraftProblems;

export const inputStyles = { input: fieldClasses.input };

/** Returns the props of an input for a text of the draft. `name` is also how `focusDraftField` finds it. */
export function getTextProps({ draft, problems, change }: FieldsProps, name: TextFieldName) {
  return {
    value: draft[name],
    error: problems[name],
    classNames: inputStyles,
    "data-draft-field": name,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  };
}
