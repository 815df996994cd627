import { plural, t } from "@lingui/core/macro";
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
    <div className={classes.refused} role="group" aria-label={t`Text that didn’t fit`}>
      <p className={classes.refusedReason} role="alert">
        {reason}
      </p>
      <p className={classes.refusedText}>
        {plural(insertion.text.length, {
          one: "# character didn’t fit and wasn’t inserted.",
          other: "# characters didn’t fit and weren’t inserted.",
        })}
      </p>
      <Button size="xs" variant="subtle" color="gray" onClick={onDismiss}>
        {t`Dismiss`}
      </Button>
      {remainingCharacters > 0 && (
        <Button size="xs" variant="default" onClick={onInsert}>
          {plural(remainingCharacters, { one: "Insert the first character", other: "Insert the first # characters" })}
        </Button>
      )}
    </div>
  );
}
