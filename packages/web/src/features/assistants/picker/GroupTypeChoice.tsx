import { type RefObject, useId } from "react";
import { type ChatGroupType, describeDisabledType } from "../../../entities/assistants/conversationAssistant.ts";
import { formatGroupTypeQuestion } from "./formatGroupTypeQuestion.ts";
import classes from "./GroupTypeChoice.module.css";

interface GroupTypeChoiceProps {
  /** The author's question; empty: the default one. */
  question: string;
  types: readonly ChatGroupType[];
  /** The name of the chosen type; null: none is chosen yet. */
  chosenName: string | null;
  onChoose: (name: string) => void;
  /** True if something waits for the answer. The question is then marked. */
  isMissing?: boolean;
  fieldRef?: RefObject<HTMLFieldSetElement | null>;
}

/** The question which type of the assistant's group a person belongs to. A disabled type says why. */
export function GroupTypeChoice(props: GroupTypeChoiceProps) {
  const { question, types, chosenName, onChoose, isMissing = false, fieldRef } = props;
  const radioName = useId();
  const chosen = types.find(({ name }) => name === chosenName);
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: only a radio group can be marked as invalid
    <fieldset ref={fieldRef} role="radiogroup" aria-invalid={isMissing || undefined} className={classes.types}>
      <legend className={classes.question}>{formatGroupTypeQuestion(question)}</legend>
      {types.map(({ name }) => (
        <label key={name} className={classes.type}>
          <input
            type="radio"
            name={radioName}
            checked={name === chosenName}
            className={classes.radio}
            onChange={() => onChoose(name)}
          />
          {name}
        </label>
      ))}
      {chosen?.isDisabled && (
        <p role="status" className={classes.disabled}>
          {describeDisabledType(chosen.disabledMessage)}
        </p>
      )}
    </fieldset>
  );
}
