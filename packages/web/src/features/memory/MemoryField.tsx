import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useEffect, useRef } from "react";
import { isComposing } from "../../ui/isComposing.ts";
import classes from "./MemoryField.module.css";
import type { MemoryEdit } from "./useMemoryEdit.ts";

/** The text of a memory while it is edited. Enter saves, Esc cancels. It gets the focus if it was opened here. */
export function MemoryField({ edit }: { edit: MemoryEdit }) {
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const { wasStartedHere } = edit;
  useEffect(() => {
    if (!wasStartedHere) return;
    const field = fieldRef.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [wasStartedHere]);
  return (
    <>
      <textarea
        ref={fieldRef}
        className={classes.field}
        aria-label={t`Memory`}
        dir="auto"
        rows={1}
        maxLength={limits.memoryLength}
        value={edit.text}
        readOnly={edit.status === "saving"}
        // A dialog would close with it.
        data-mantine-stop-propagation="true"
        onChange={({ currentTarget }) => edit.setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event) || (event.key !== "Enter" && event.key !== "Escape")) return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === "Escape") edit.cancel();
          else void edit.save();
        }}
      />
      <p role="status" className={classes.problem}>
        {edit.hasFailed && t`It wasn’t saved. Try again.`}
      </p>
    </>
  );
}
