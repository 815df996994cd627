import "@mantine/core/styles/PasswordInput.css";
import { integrationIds, keptSecret, type OperationAuth } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { PasswordInput, TextInput } from "@mantine/core";
import { getIntegrationName } from "../../../entities/integrations/integrationNames.ts";
import fieldClasses from "../../../ui/fields.module.css";
import { SelectField } from "../../../ui/SelectField.tsx";
import classes from "../Admin.module.css";

interface AuthFieldsProps {
  auth: OperationAuth;
  onChange: (auth: OperationAuth) => void;
}

const inputClass = { input: fieldClasses.input ?? "" };

/** How a request is authenticated. */
export function AuthFields({ auth, onChange }: AuthFieldsProps) {
  return (
    <div className={classes.columns}>
      <SelectField
        label={t`Authentication`}
        value={auth.type}
        choices={[
          { value: "none", label: t({ message: "None", context: "authentication" }) },
          { value: "basic", label: t`Username and password (basic)` },
          { value: "bearer", label: t`Token (bearer)` },
          { value: "integration", label: t`The person’s account at an integration` },
        ]}
        onChange={(type) => onChange({ ...auth, type: type as OperationAuth["type"] })} // one of the choices
      />
      {auth.type === "integration" && (
        <SelectField
          label={t`Integration`}
          value={auth.integration ?? ""}
          choices={integrationIds.map((id) => ({ value: id, label: getIntegrationName(id) }))}
          onChange={(value) => {
            const integration = integrationIds.find((id) => id === value);
            if (integration) onChange({ ...auth, integration });
          }}
        />
      )}
      {auth.type === "basic" && (
        <TextInput
          classNames={inputClass}
          label={t`Username`}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={auth.username}
          onChange={(event) => onChange({ ...auth, username: event.currentTarget.value })}
        />
      )}
      {auth.type === "basic" && (
        <SecretInput
          label={t`Password`}
          toggleLabel={t`Show the password`}
          maxLength={2_000}
          value={auth.password}
          onChange={(password) => onChange({ ...auth, password })}
        />
      )}
      {auth.type === "bearer" && (
        <SecretInput
          label={t`Token`}
          toggleLabel={t`Show the token`}
          maxLength={4_000}
          value={auth.token}
          onChange={(token) => onChange({ ...auth, token })}
        />
      )}
    </div>
  );
}

interface SecretInputProps {
  label: string;
  toggleLabel: string;
  maxLength: number;
  value: string;
  onChange: (value: string) => void;
}

function SecretInput({ label, toggleLabel, maxLength, value, onChange }: SecretInputProps) {
  const isKept = value === keptSecret;
  return (
    <PasswordInput
      classNames={inputClass}
      label={label}
      description={isKept ? t`The stored one is kept.` : undefined}
      autoComplete="new-password"
      spellCheck={false}
      maxLength={maxLength}
      visibilityToggleButtonProps={{ "aria-label": toggleLabel }}
      value={value}
      // What is typed replaces it as a whole.
      onFocus={({ currentTarget }) => isKept && currentTarget.select()}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
