import { Button } from "@mantine/core";
import type { Insertion } from "../../../entities/chat/sending/messageLimit.ts";
import classes from "./Composer.module.css";

interface RefusedInsertionProps {
  insertion: Insertion;
  /** Why it was refused, word for word. */
  reason: string;
  /** How many more characters the message may have. */
  room: number;
  onInsert: () => void;
  onDismiss: () => void;
}

/** Keeps at hand what was pasted and did not fit; what was in the field before stays as it was. */
export function RefusedInsertion({ insertion, reason, room, onInsert, onDismiss }: RefusedInsertionProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div className={classes.refused} role="group" aria-label="Text that did not fit">
      <p className={classes.refusedReason} role="alert">
        {reason}
      </p>
      <p className={classes.refusedText}>
        {insertion.text.length.toLocaleString("en")} characters did not fit and were not inserted.
      </p>
      <Button size="xs" variant="subtle" color="gray" onClick={onDismiss}>
        Dismiss
      </Button>
      {room > 0 && (
        <Button size="xs" variant="default" onClick={onInsert}>
          Insert the first {room.toLocaleString("en")}
        </Button>
      )}
    </div>
  );
}
