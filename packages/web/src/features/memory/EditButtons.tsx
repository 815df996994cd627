import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { MemoryEdit } from "./useMemoryEdit.ts";

interface EditButtonsProps {
  edit: MemoryEdit;
  /** The id of the element with the memory, which describes the buttons. */
  describedBy: string;
  onDelete: () => void;
}

/** The actions on a memory: to edit and delete it or, while it is edited, to save or cancel. */
export function EditButtons({ edit, describedBy, onDelete }: EditButtonsProps) {
  const editRef = useRef<HTMLButtonElement>(null);
  const wasEditingRef = useRef(false);
  const isEditing = edit.status !== "viewing";
  useEffect(() => {
    // The field that had the focus is gone.
    if (wasEditingRef.current && !isEditing) editRef.current?.focus();
    wasEditingRef.current = isEditing;
  }, [isEditing]);
  if (isEditing) {
    const isInert = edit.text.trim() === "";
    return (
      <>
        <Button
          size="compact-sm"
          loading={edit.status === "saving"}
          {...(isInert && { "aria-disabled": true, "data-disabled": true })}
          onClick={() => void edit.save()}
        >
          {t`Save`}
        </Button>
        <Button size="compact-sm" variant="default" onClick={edit.cancel}>
          {t`Cancel`}
        </Button>
      </>
    );
  }
  return (
    <>
      <Button ref={editRef} size="compact-sm" variant="default" aria-describedby={describedBy} onClick={edit.start}>
        {t`Edit`}
      </Button>
      <Button size="compact-sm" variant="default" aria-describedby={describedBy} onClick={onDelete}>
        {t`Delete`}
      </Button>
    </>
  );
}
