import { TextInput, type TextInputProps } from "@mantine/core";
import { formatNumber } from "../../lib/i18n/formats.ts";
import fieldClasses from "../fields.module.css";

interface CurrencyInputProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** US dollars. */
  value: number;
  onChange: (value: number) => void;
}

const maxTypedCharacters = 8;

/** An amount in dollars that is typed from its last cent on, as on a cash register: 1, 2, 5 gives 1.25. */
export function CurrencyInput({ value, onChange, ...props }: CurrencyInputProps) {
  return (
    <TextInput
      classNames={{ input: fieldClasses.input ?? "" }}
      leftSection="$"
      inputMode="numeric"
      autoComplete="off"
      {...props}
      maxLength={maxTypedCharacters}
      value={formatCents(Math.round(value * 100))}
      onChange={(event) => onChange(Number(event.currentTarget.value.replace(/\D/g, "")) / 100)}
    />
  );
}

const formatCents = (cents: number): string =>
  formatNumber(cents / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false });
