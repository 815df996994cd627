import { ConvertInclude } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { SelectField } from "../../../ui/SelectField.tsx";

interface IncludeFieldProps {
  include: ConvertInclude;
  onChange: (include: ConvertInclude) => void;
}

/** Which messages the document contains. It is not among the folded options, because without it the questions are missing. */
export function IncludeField({ include, onChange }: IncludeFieldProps) {
  return (
    <SelectField
      label={t`Include`}
      value={include}
      onChange={(value) => onChange(ConvertInclude.parse(value))}
      choices={ConvertInclude.options.map((value) => ({ value, label: getIncludeLabel(value) }))}
    />
  );
}

function getIncludeLabel(include: ConvertInclude): string {
  switch (include) {
    case "assistant":
      return t`Assistant Messages`;
    case "user":
      return t`User Prompts`;
    case "all":
      return t`All Messages & Prompts`;
    default:
      return include satisfies never;
  }
}
