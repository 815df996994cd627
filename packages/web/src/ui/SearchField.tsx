import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import type { ReactNode, Ref } from "react";
import { IconButton } from "./IconButton.tsx";
import { isComposing } from "./isComposing.ts";
import classes from "./SearchField.module.css";

export interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Moves the focus to the results. */
  onArrowDown: () => void;
  /** Shown at the end of the empty field. */
  hint?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A field that searches the list below it. Esc clears it. */
export function SearchField({ label, value, onChange, onArrowDown, hint, ref }: SearchFieldProps) {
  return (
    <TextInput
      ref={ref}
      type="search"
      aria-label={label}
      placeholder={t`Search`}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      {...(hint && value === "" && { rightSectionWidth: "auto" })}
      rightSection={
        value === "" ? (
          hint && <span className={classes.hint}>{hint}</span>
        ) : (
          <IconButton name={t`Clear search`} size={24} className={classes.clear} onClick={() => onChange("")}>
            <IconX size={14} stroke={1.8} />
          </IconButton>
        )
      }
      classNames={{ input: classes.input, section: classes.section }}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={(event) => {
        // The keys belong to the input method while it is composing.
        if (isComposing(event)) return;
        if (event.key === "Escape" && value !== "") {
          event.preventDefault();
          onChange("");
        }
        if (event.key === "ArrowDown") {
          event.preventDefault();
          onArrowDown();
        }
      }}
    />
  );
}
