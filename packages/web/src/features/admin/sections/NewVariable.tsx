import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import fieldClasses from "../../../ui/fields.module.css";
import classes from "../Admin.module.css";

interface NewVariableProps {
  names: readonly string[];
  /** True for a secret, whose value is hidden while it is typed, and must not be empty. */
  isSecret: boolean;
  onAdd: (name: string, value: string) => void;
}

/** The fields for another variable or secret. */
export function NewVariable({ names, isSecret, onAdd }: NewVariableProps) {
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<{ field: "name" | "value"; text: string } | null>(null);
  const add = () => {
    const trimmedName = name.trim();
    const nameProblem = findNameProblem(trimmedName, names);
    if (nameProblem !== null) return setProblem({ field: "name", text: nameProblem });
    if (isSecret && value === "") return setProblem({ field: "value", text: t`Please enter a value.` });
    setName("");
    setValue("");
    setProblem(null);
    onAdd(trimmedName, value);
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) add();
  };
  const ValueInput = isSecret ? PasswordInput : TextInput;
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
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(null);
        }}
        onKeyDown={addOnEnter}
      />
      <ValueInput
        classNames={{ root: classes.grow ?? "", input: fieldClasses.input ?? "" }}
        label={isSecret ? t`Value of the new secret` : t`Value of the new variable`}
        autoComplete={isSecret ? "new-password" : "off"}
        spellCheck={false}
        maxLength={limits.variableValueLength}
        value={value}
        error={problem?.field === "value" && problem.text}
        onChange={(event) => {
          setValue(event.currentTarget.value);
          setProblem(null);
        }}
        onKeyDown={addOnEnter}
      />
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
        {isSecret ? t`Add secret` : t`Add variable`}
      </Button>
    </div>
  );
}

function findNameProblem(name: string, names: readonly string[]): string | null {
  if (name === "") return t`Please enter a name.`;
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
    return t`A name starts with a letter and has only letters from A to Z, digits and underscores.`;
  }
  if (names.includes(name)) return t`There is already an entry with this name.`;
  return names.length >= limits.applicationVariables ? t`There are too many entries. Please remove some.` : null;
}
