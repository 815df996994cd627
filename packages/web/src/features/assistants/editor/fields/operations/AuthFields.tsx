import { authTypes } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { SelectField } from "../../../../../ui/SelectField.tsx";
import { formatAuthType } from "../../draft/operationTexts.ts";
import { inputStyles } from "../fieldProps.ts";
import type { ApiFieldsProps } from "./apiFieldsProps.ts";
import { SecretField } from "./SecretField.tsx";

/** How the assistant proves to the other server that it may call it. */
export function AuthFields({ api: { auth }, saved, problems, onChange }: ApiFieldsProps) {
  const change = (changes: Partial<typeof auth>) => onChange({ auth: { ...auth, ...changes } });
  return (
    <>
      <SelectField
        label={t`Authentication`}
        value={auth.type}
        choices={authTypes.map((type) => ({ value: type, label: formatAuthType(type) }))}
        onChange={(value) => change({ type: authTypes.find((type) => type === value) ?? "none" })}
      />
      {auth.type === "basic" && (
        <>
          <TextInput
            label={t`Username`}
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            error={problems.username}
            value={auth.username}
            classNames={inputStyles}
            onChange={({ currentTarget }) => change({ username: currentTarget.value })}
          />
          <SecretField
            label={t`Password`}
            maxLength={2_000}
            error={undefined}
            stored={saved?.auth.password}
            value={auth.password}
            onChange={(password) => change({ password })}
          />
        </>
      )}
      {auth.type === "bearer" && (
        <SecretField
          label={t`Token`}
          maxLength={4_000}
          error={problems.token}
          stored={saved?.auth.token}
          value={auth.token}
          onChange={(token) => change({ token })}
        />
      )}
    </>
  );
}
