import { defaultAccessTypes, type KeyScope, keyScopes, normalizeAccessTypes } from "@lectern/contract";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Checkbox.css";
import { t } from "@lingui/core/macro";
import { Checkbox } from "@mantine/core";
import fieldClasses from "../../ui/fields.module.css";
import classes from "./ApiKeys.module.css";
import { getAccessText } from "./keyTexts.ts";

interface AccessTypesFieldProps {
  value: readonly KeyScope[];
  onChange: (value: KeyScope[]) => void;
}

/** What a key may open. Whoever unchecks one of them unchecks full access, and whoever checks the last one checks it. */
export function AccessTypesField({ value, onChange }: AccessTypesFieldProps) {
  const checked = normalizeAccessTypes(value);
  return (
    <fieldset className={classes.accessTypes} data-invalid={checked.length === 0 || undefined}>
      <legend className={classes.legend}>{t`Access`}</legend>
      {keyScopes.map((scope) => {
        const { name, description } = getAccessText(scope);
        return (
          <Checkbox
            key={scope}
            label={name}
            description={description}
            checked={checked.includes(scope)}
            classNames={{ root: classes.accessType ?? "", input: fieldClasses.box ?? "" }}
            onChange={({ currentTarget }) => onChange(toggleAccessType(checked, scope, currentTarget.checked))}
          />
        );
      })}
      {checked.length === 0 && (
        <p role="alert" className={classes.problem}>
          {t`Choose at least one kind of access.`}
        </p>
      )}
    </fieldset>
  );
}

/** Pure. */
function toggleAccessType(types: readonly KeyScope[], scope: KeyScope, isOn: boolean): KeyScope[] {
  if (isOn) {
    const added = normalizeAccessTypes([...types, scope]);
    return defaultAccessTypes.every((type) => added.includes(type)) ? [...keyScopes] : added;
  }
  if (scope === "full_access") return [];
  return types.filter((each) => each !== scope && each !== "full_access");
}
