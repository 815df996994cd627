import { ConvertInclude } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { SelectField } from "../../../ui/SelectField.tsx";

interface IncludeFieldProps {
  include: ConvertInclude;
  onChange: (include: ConvertInclude) => void;
}

/** Which messages the document contains. It is not among the folded options, because it decides what people get. */
export function IncludeField({ include, onChange }: IncludeFieldProps) {
  return (
    <SelectField
      label={t`Include`}
      description={describeInclude(include)}
      value={include}
      onChange={(value) => onChange(ConvertInclude.parse(value))}
      choices={ConvertInclude.options.map((value) => ({ value, label: getIncludeLabel(value) }))}
    />
  );
}

/** What the specified label means. */
function describeInclude(include: ConvertInclude): string {
  switch (include) {
    case "assistant":
      return t`The answers without your questions`;
    case "user":
      return t`Your questions without the answers`;
    case "all":
      return t`Your questions and the answers`;
    default:
      return include satisfies never;
  }
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
