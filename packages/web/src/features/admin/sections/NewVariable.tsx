import "@mantine/core/styles/PasswordInput.css";
import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import fieldClasses from "../../../ui/fields.module.css";
import classes from "../Admin.module.css";
import { findEntryProblem } from "../addNewEntries.ts";
import { changeNewEntry, submitNewEntry, useNewEntry } from "../newEntries.ts";

interface NewVariableProps {
  names: readonly string[];
  /** True for a secret, whose value is hidden while it is typed, and must not be empty. */
  isSecret: boolean;
  onAdd: (name: string, value: string) => void;
}

/** The fields for another variable or secret. What is typed is added by *Save Changes* as well. */
export function NewVariable({ names, isSecret, onAdd }: NewVariableProps) {
  const type = isSecret ? "applicationSecrets" : "applicationVariables";
  const { name, value, problem } = useNewEntry(type);
  const add = () => submitNewEntry(type, (entry) => findEntryProblem(type, entry, names), onAdd);
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) add();
  };
  const ValueInput = isSecret ? PasswordInput : TextInput;
  const toggleProps = isSecret
    ? { visibilityToggleButtonProps: { "aria-label": t`Show the value of the new secret` } }
    : {};
  return (
    <div className={classes.newGroup}>
      <TextInput
        classNames={{ root: classes.grow ?? "", input: fieldClasses.input ?? "" }}
        label={isSecret ? t`New secret` : t`New variable`}
        placeholder={t`Name`}
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.variableNameLength}
        value={name}
        error={problem?.field === "name" && problem.text}
        onChange={(event) => changeNewEntry(type, { name: event.currentTarget.value })}
        onKeyDown={addOnEnter}
      />
      <ValueInput
        {...toggleProps}
        classNames={{ root: classes.grow ?? "", input: fieldClasses.input ?? "" }}
        label={isSecret ? t`Value of the new secret` : t`Value of the new variable`}
        autoComplete={isSecret ? "new-password" : "off"}
        spellCheck={false}
        maxLength={limits.variableValueLength}
        value={value}
        error={problem?.field === "value" && problem.text}
        onChange={(event) => changeNewEntry(type, { value: event.currentTarget.value })}
        onKeyDown={addOnEnter}
      />
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
        {isSecret ? t`Add secret` : t`Add variable`}
      </Button>
    </div>
  );
}
