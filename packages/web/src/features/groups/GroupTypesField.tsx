import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { TagsInput } from "@mantine/core";
import classes from "../../ui/fields.module.css";

interface GroupTypesFieldProps {
  types: readonly string[];
  onChange: (types: string[]) => void;
  isReadOnly?: boolean;
  /** True if a heading above the field shows its name. */
  hasHeading?: boolean;
}

/** A field for the types of a group, such as its cohorts or roles. */
export function GroupTypesField({ types, onChange, isReadOnly = false, hasHeading = false }: GroupTypesFieldProps) {
  return (
    <TagsInput
      classNames={{ input: classes.input ?? "" }}
      {...(hasHeading ? { "aria-label": t`Group Types` } : { label: t`Group Types` })}
      description={t`Assistants can have separate instructions and documents for each type. People choose their type when they start.`}
      placeholder={isReadOnly || types.length > 0 ? "" : t`Type a name and press Enter`}
      value={[...types]}
      onChange={(changed) => onChange(normalizeTypes(changed))}
      maxTags={limits.groupTypes}
      readOnly={isReadOnly}
      acceptValueOnBlur
      splitChars={[",", "\n"]}
    />
  );
}

/** Trims types and removes empty and repeated ones. */
const normalizeTypes = (types: readonly string[]): string[] =>
  [...new Set(types.map((type) => type.trim().slice(0, 200)))].filter((type) => type !== "");
