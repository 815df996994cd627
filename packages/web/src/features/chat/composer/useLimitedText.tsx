import { type ChangeEvent, type ReactNode, type RefObject, useState } from "react";
import {
  findInsertion,
  formatMessageLimit,
  type Insertion,
  insertUpToLimit,
  isRejectedChange,
} from "../../../entities/chat/sending/messageLimit.ts";
import { RejectedInsertion } from "./RejectedInsertion.tsx";

interface LimitedTextOptions {
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (text: string) => void;
  /** The maximum length in characters; null if it is unknown. */
  maxLength: number | null;
  /** Shows an error notice with exactly this text. */
  showError: (text: string) => void;
}

interface LimitedText {
  /** Handles each change of the field. */
  change: (event: ChangeEvent<HTMLTextAreaElement>) => void;
  /**
   * Shown above the field after inserted text was rejected: offers to insert as much of it as fits. Null if there is
   * none.
   */
  rejectedInsertionNotice: ReactNode;
  dismissRejectedInsertion: () => void;
}

/**
 * Enforces the maximum length of a field: rejects a change that exceeds it, and offers to insert a part of rejected
 * text.
 */
export function useLimitedText({ fieldRef, text, setText, maxLength, showError }: LimitedTextOptions): LimitedText {
  const [rejectedInsertion, setRejectedInsertion] = useState<(Insertion & { reason: string }) | null>(null);
  const change = ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
    const newText = target.value;
    if (!isRejectedChange(text, newText, maxLength)) {
      setText(newText);
      return;
    }
    const insertion = findInsertion(text, newText, target.selectionStart);
    const reason = maxLength === null ? "" : formatMessageLimit(maxLength, newText.length);
    // Show the reason beside the pasted text, where no notice covers it.
    if (insertion.text.length > 1) setRejectedInsertion({ ...insertion, reason });
    else showError(reason);
    // React restores the field's old text, which would move the caret to the end.
    queueMicrotask(() => target.setSelectionRange(insertion.position, insertion.position));
  };
  return {
    change,
    rejectedInsertionNotice: rejectedInsertion && maxLength !== null && (
      <RejectedInsertion
        insertion={rejectedInsertion}
        reason={rejectedInsertion.reason}
        remainingCharacters={Math.max(0, maxLength - text.length)}
        onInsert={() => {
          setText(insertUpToLimit(text, rejectedInsertion, maxLength));
          setRejectedInsertion(null);
          fieldRef.current?.focus();
        }}
        onDismiss={() => setRejectedInsertion(null)}
      />
    ),
    dismissRejectedInsertion: () => setRejectedInsertion(null),
  };
}
