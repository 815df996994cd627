import { useEffect, useRef } from "react";
import { isComposing } from "../isComposing.ts";
import classes from "./NameField.module.css";

interface NameFieldProps {
  label: string;
  name: string;
  maxLength: number;
  /** `next`: what was typed; null: nothing is to be changed. `keepsFocus`: it ended by a key. */
  onEnd: (next: string | null, focus: { keepsFocus: boolean }) => void;
}

/** A field in the place of a name. Enter and leaving it save, Esc does not. */
export function NameField({ label, name, maxLength, onEnd }: NameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const hasEnded = useRef(false);
  useEffect(() => {
    hasEnded.current = false;
    field.current?.focus();
    field.current?.select();
  }, []);

  const end = (next: string | null, keepsFocus: boolean) => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    onEnd(next === name ? null : next, { keepsFocus });
  };
  return (
    <input
      ref={field}
      className={classes.field}
      aria-label={label}
      defaultValue={name}
      maxLength={maxLength}
      enterKeyHint="done"
      onBlur={({ currentTarget }) => end(currentTarget.value, false)}
      onKeyDown={(event) => {
        // The tree has no part in what is typed here.
        event.stopPropagation();
        if (isComposing(event) || (event.key !== "Enter" && event.key !== "Escape")) return;
        event.preventDefault();
        end(event.key === "Enter" ? event.currentTarget.value : null, true);
      }}
    />
  );
}
