import { useEffect, useRef } from "react";
import { isComposing } from "../isComposing.ts";
import classes from "./NameField.module.css";

interface NameFieldProps {
  label: string | undefined;
  name: string;
  maxLength: number | undefined;
  /**
   * Called when the edit ends. `newName` is null if the edit was cancelled or did not change the name. `restoresFocus`
   * is true if a key ended the edit, so that the row gets the focus back.
   */
  onEnd: (newName: string | null, focus: { restoresFocus: boolean }) => void;
}

/** A text field that replaces a name while the name is edited. Enter and blur save, Esc cancels. */
export function NameField({ label, name, maxLength, onEnd }: NameFieldProps) {
  const fieldRef = useRef<HTMLInputElement>(null);
  const hasEndedRef = useRef(false);
  useEffect(() => {
    hasEndedRef.current = false;
    fieldRef.current?.focus();
    fieldRef.current?.select();
  }, []);

  const end = (newName: string | null, restoresFocus: boolean) => {
    if (hasEndedRef.current) return;
    hasEndedRef.current = true;
    onEnd(newName === name ? null : newName, { restoresFocus });
  };
  return (
    <input
      ref={fieldRef}
      className={classes.field}
      aria-label={label}
      dir="auto"
      defaultValue={name}
      maxLength={maxLength}
      enterKeyHint="done"
      onBlur={({ currentTarget }) => end(currentTarget.value, false)}
      onKeyDown={(event) => {
        // Keep typing from triggering the tree's keyboard shortcuts.
        event.stopPropagation();
        if (isComposing(event) || (event.key !== "Enter" && event.key !== "Escape")) return;
        event.preventDefault();
        end(event.key === "Enter" ? event.currentTarget.value : null, true);
      }}
    />
  );
}
