import { Button } from "@mantine/core";
import type { Insertion } from "../../../entities/chat/sending/messageLimit.ts";
import classes from "./Composer.module.css";

interface RejectedInsertionProps {
  insertion: Insertion;
  /** The sentence that explains why the text was rejected. */
  reason: string;
  /** The number of characters that can still be inserted. */
  remainingCharacters: number;
  onInsert: () => void;
  onDismiss: () => void;
}

/** Shown when inserted text exceeded the limit and was rejected. Offers to insert as much of the text as fits. */
export function RejectedInsertion({
  insertion,
  reason,
  remainingCharacters,
  onInsert,
  onDismiss,
}: RejectedInsertionProps) {
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
      {remainingCharacters > 0 && (
        <Button size="xs" variant="default" onClick={onInsert}>
          Insert the first {remainingCharacters.toLocaleString("en")}
        </Button>
      )}
    </div>
  );
}
