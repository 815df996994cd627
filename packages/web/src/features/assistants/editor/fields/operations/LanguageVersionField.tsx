import { t } from "@lingui/core/macro";
import { useFlag } from "../../../../../entities/flags/useFlag.ts";
import { SelectField } from "../../../../../ui/SelectField.tsx";
import { formatLanguageVersion, languageVersions } from "../../draft/operationTexts.ts";
import type { FieldsProps } from "../fieldProps.ts";

/** The version of the language in which other systems tell models how to call operations. It is stored only. */
export function LanguageVersionField({ draft: { capabilities }, change }: Pick<FieldsProps, "draft" | "change">) {
  const hasApis = useFlag("assistantApis");
  if (!hasApis) return null;
  return (
    <SelectField
      label={t`Assistant Ops Language Version`}
      description={t`Saved with the assistant. All versions work the same here.`}
      value={capabilities.opsLanguageVersion}
      choices={languageVersions.map((version) => ({ value: version, label: formatLanguageVersion(version) }))}
      onChange={(value) => {
        const opsLanguageVersion = languageVersions.find((version) => version === value);
        if (opsLanguageVersion) change({ capabilities: { ...capabilities, opsLanguageVersion } });
      }}
    />
  );
}
