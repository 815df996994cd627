import { type ConfigData, limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import fieldClasses from "../../../ui/fields.module.css";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "../Admin.module.css";
import { NewVariable } from "./NewVariable.tsx";

type Variables = ConfigData<"applicationVariables">;

interface ApplicationVariablesSectionProps {
  variables: Variables;
  onChange: (variables: Variables) => void;
}

/** Values that integrations use, by name. Administrators can read them. */
export function ApplicationVariablesSection({ variables, onChange }: ApplicationVariablesSectionProps) {
  const names = Object.keys(variables).sort((a, b) => a.localeCompare(b));
  return (
    <>
      <p className={classes.note}>{t`Values that integrations use. All administrators can read them.`}</p>
      {names.length === 0 && <p className={classes.note}>{t`There are no variables yet.`}</p>}
      {names.map((name) => (
        <div key={name} className={classes.variable}>
          <TextInput
            classNames={{ root: classes.wide ?? "", input: fieldClasses.input ?? "" }}
            label={name}
            autoComplete="off"
            spellCheck={false}
            maxLength={limits.variableValueLength}
            value={variables[name] ?? ""}
            onChange={(event) => onChange({ ...variables, [name]: event.currentTarget.value })}
          />
          <IconButton
            name={t`Remove ${name}`}
            onClick={() => onChange(Object.fromEntries(Object.entries(variables).filter(([other]) => other !== name)))}
          >
            <IconTrash size={18} stroke={1.6} />
          </IconButton>
        </div>
      ))}
      <NewVariable names={names} isSecret={false} onAdd={(name, value) => onChange({ ...variables, [name]: value })} />
    </>
  );
}
