import { t } from "@lingui/core/macro";
import { TextInput, type TextInputProps } from "@mantine/core";
import fieldClasses from "../../../../ui/fields.module.css";

interface OptionalTextProps extends Pick<TextInputProps, "type" | "placeholder" | "maxLength" | "error" | "inputMode"> {
  label: string;
  description?: string;
  /** Null: the default. */
  value: string | null;
  isLocked: boolean;
  onChange: (value: string | null) => void;
}

/** A text that may be empty, or that the server's environment sets. */
export function OptionalText({ description, value, isLocked, error, onChange, ...props }: OptionalTextProps) {
  return (
    <TextInput
      classNames={{ input: fieldClasses.input ?? "" }}
      autoComplete="off"
      {...props}
      description={isLocked ? getLockedText() : description}
      readOnly={isLocked}
      value={value ?? ""}
      error={isLocked ? null : error}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

export const getLockedText = () => t`The server’s environment sets this, so it can’t be changed here.`;
