import { t } from "@lingui/core/macro";
import { Autocomplete } from "@mantine/core";
import fieldClasses from "../../../ui/fields.module.css";
import { usePeopleSuggestions } from "./usePeopleSuggestions.ts";

interface PersonInputProps {
  label: string;
  description?: string;
  value: string;
  /** Why the address cannot be used. */
  error: string | null;
  /** The address of the person, which is not suggested. */
  ownEmail: string;
  onChange: (email: string) => void;
}

/** A field for the email address of one person, with suggestions. */
export function PersonInput({ label, description, value, error, ownEmail, onChange }: PersonInputProps) {
  const excluded = new Set([ownEmail.toLowerCase()]);
  const { suggestions, hasFailed } = usePeopleSuggestions({ text: value, excluded, groups: [] });
  return (
    <Autocomplete
      label={label}
      description={hasFailed ? t`Suggestions aren’t available right now. You can still type the address.` : description}
      inputWrapperOrder={["label", "input", "description", "error"]}
      classNames={{ input: fieldClasses.input ?? "" }}
      placeholder={t`Email address`}
      type="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      data={suggestions.map(({ entry }) => entry)}
      // The server has already searched.
      filter={({ options }) => options}
      value={value}
      error={error && <span role="alert">{error}</span>}
      onChange={onChange}
    />
  );
}
