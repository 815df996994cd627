import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import { t } from "@lingui/core/macro";
import { TagsInput } from "@mantine/core";
import { useState } from "react";
import { isEmail } from "../../../entities/groups/people/peopleEntries.ts";
import fieldClasses from "../../../ui/fields.module.css";

interface AddressesInputProps {
  label: string;
  description?: string;
  value: readonly string[];
  onChange: (addresses: string[]) => void;
}

/** A list of email addresses. What is no address is named and left out; duplicates are ignored. */
export function AddressesInput({ label, description, value, onChange }: AddressesInputProps) {
  const [rejected, setRejected] = useState<string | null>(null);
  return (
    <TagsInput
      classNames={{ input: fieldClasses.input ?? "" }}
      label={label}
      description={description}
      placeholder={value.length === 0 ? t`Email addresses` : ""}
      value={[...value]}
      onSearchChange={(text) => text.trim() !== "" && setRejected(null)}
      splitChars={[",", ";", " ", "\n", "\t"]}
      acceptValueOnBlur
      clearable={false}
      error={rejected === null ? null : t`“${rejected}” is not an email address.`}
      onChange={(entries) => {
        const addresses = [
          ...new Set(entries.flatMap((entry) => entry.toLowerCase().split(/[\s,;]+/)).filter((entry) => entry !== "")),
        ];
        // What was saved before stays, whatever its form.
        const isKept = (address: string) => isEmail(address) || value.some((kept) => kept.toLowerCase() === address);
        const wrong = addresses.filter((address) => !isKept(address));
        setRejected(wrong.length > 0 ? wrong.join(", ") : null);
        onChange(addresses.filter(isKept));
      }}
    />
  );
}
