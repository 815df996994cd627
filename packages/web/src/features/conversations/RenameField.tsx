import { limits } from "@lectern/contract";
import { useEffect, useRef } from "react";
import classes from "./RenameField.module.css";

interface RenameFieldProps {
  name: string;
  /** `next`: what was typed; null: nothing is to be changed. `keepsFocus`: it ended by a key. */
  onEnd: (next: string | null, focus: { keepsFocus: boolean }) => void;
}

/** A field in the place of a name. Enter and leaving it save, Esc does not. */
export function RenameField({ name, onEnd }: RenameFieldProps) {
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
      aria-label="Name of the conversation"
      defaultValue={name}
      maxLength={limits.conversationNameLength}
      enterKeyHint="done"
      onBlur={({ currentTarget }) => end(currentTarget.value, false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
        event.preventDefault();
        end(event.key === "Enter" ? event.currentTarget.value : null, true);
      }}
    />
  );
}
