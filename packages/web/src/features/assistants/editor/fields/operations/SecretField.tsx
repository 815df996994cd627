import "@mantine/core/styles/PasswordInput.css";
import { keptSecret } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { inputStyles } from "../fieldProps.ts";
import classes from "./Operations.module.css";

interface SecretFieldProps {
  label?: string;
  /** Instead of a visible label. */
  ariaLabel?: string;
  placeholder?: string;
  /** True: what is typed is shown. */
  isLegible?: boolean;
  maxLength: number;
  error: string | boolean | undefined;
  /** What the draft started from. */
  stored: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** A secret. A stored one cannot be shown, only replaced. */
export function SecretField({ label, ariaLabel, placeholder, isLegible = false, value, ...props }: SecretFieldProps) {
  const { maxLength, error, stored, onChange } = props;
  const inputRef = useRef<HTMLInputElement>(null);
  const replaceRef = useRef<HTMLButtonElement>(null);
  const name = label ?? ariaLabel ?? "";
  if (value === keptSecret) {
    return (
      <div className={classes.stored}>
        <TextInput
          label={label}
          aria-label={ariaLabel}
          value={t({ message: "Stored", comment: "A secret that the server stores" })}
          readOnly
          error={error}
          classNames={inputStyles}
        />
        <Button
          ref={replaceRef}
          variant="default"
          size="xs"
          aria-label={t`Replace: ${name}`}
          onClick={() => {
            flushSync(() => onChange(""));
            inputRef.current?.focus();
          }}
        >
          {t`Replace`}
        </Button>
      </div>
    );
  }
  const fieldProps = {
    ref: inputRef,
    label,
    "aria-label": ariaLabel,
    placeholder,
    maxLength,
    error,
    value,
    spellCheck: false,
    classNames: inputStyles,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  return (
    <div className={classes.stored}>
      {isLegible ? (
        <TextInput {...fieldProps} autoComplete="off" />
      ) : (
        <PasswordInput
          {...fieldProps}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ "aria-label": t`Show: ${name}` }}
        />
      )}
      {stored === keptSecret && (
        <Button
          variant="default"
          size="xs"
          aria-label={t`Keep what is stored: ${name}`}
          onClick={() => {
            flushSync(() => onChange(keptSecret));
            replaceRef.current?.focus();
          }}
        >
          {t`Keep stored`}
        </Button>
      )}
    </div>
  );
}
