import { ConvertInclude } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { SelectField } from "../../../ui/SelectField.tsx";
import { getIncludeLabel } from "./includeTexts.ts";

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
