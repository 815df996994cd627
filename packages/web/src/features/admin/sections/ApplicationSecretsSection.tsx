import "@mantine/core/styles/PasswordInput.css";
import { type ConfigData, limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { PasswordInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import fieldClasses from "../../../ui/fields.module.css";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "../Admin.module.css";
import { describeSecret } from "./describeSecret.ts";
import { NewVariable } from "./NewVariable.tsx";

type Secrets = ConfigData<"applicationSecrets">;

interface ApplicationSecretsSectionProps {
  secrets: Secrets;
  onChange: (secrets: Secrets) => void;
}

/** Like variables, but nobody can read the values again. */
export function ApplicationSecretsSection({ secrets, onChange }: ApplicationSecretsSectionProps) {
  const names = Object.keys(secrets).sort((a, b) => a.localeCompare(b));
  return (
    <>
      <p className={classes.note}>
        {t`Keys and passwords that integrations use. Nobody can read them again once they are saved.`}
      </p>
      {names.length === 0 && <p className={classes.note}>{t`There are no secrets yet.`}</p>}
      {names.map((name) => {
        const secret = secrets[name] ?? { setAt: null };
        return (
          <div key={name} className={classes.variable}>
            <PasswordInput
              classNames={{ root: classes.wide ?? "", input: fieldClasses.input ?? "" }}
              label={name}
              description={describeSecret(secret)}
              placeholder={secret.setAt === null ? "" : t`Enter a new value to replace it`}
              autoComplete="new-password"
              maxLength={limits.variableValueLength}
              visibilityToggleButtonProps={{ "aria-label": t`Show the value of ${name}` }}
              value={secret.value ?? ""}
              error={secret.setAt === null && !secret.value && t`Please enter a value.`}
              onChange={(event) => {
                const value = event.currentTarget.value;
                const { setAt } = secret;
                onChange({ ...secrets, [name]: value === "" ? { setAt } : { setAt, value } });
              }}
            />
            <IconButton
              name={t`Remove ${name}`}
              onClick={() => onChange(Object.fromEntries(Object.entries(secrets).filter(([other]) => other !== name)))}
            >
              <IconTrash size={18} stroke={1.6} />
            </IconButton>
          </div>
        );
      })}
      <NewVariable
        names={names}
        isSecret
        onAdd={(name, value) => onChange({ ...secrets, [name]: { setAt: null, value } })}
      />
    </>
  );
}
