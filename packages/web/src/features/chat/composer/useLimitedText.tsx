import { type ChangeEvent, type ReactNode, type RefObject, useState } from "react";
import {
  findInsertion,
  type Insertion,
  insertUpToLimit,
  isRefused,
  messageLimitText,
} from "../../../entities/chat/sending/messageLimit.ts";
import { RefusedInsertion } from "./RefusedInsertion.tsx";

interface LimitedTextOptions {
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (text: string) => void;
  /** Longest text, in characters; null: not known. */
  maxLength: number | null;
  /** Shows a notice with exactly this text. */
  showError: (text: string) => void;
}

interface LimitedText {
  /** What the field does with each change. */
  change: (event: ChangeEvent<HTMLTextAreaElement>) => void;
  /** What was pasted and did not fit, to stand above the field; null: nothing. */
  refused: ReactNode;
  clearRefused: () => void;
}

/** [C5.04a] Keeps a field to its greatest length: what goes beyond it is refused, and what was pasted is kept at hand. */
export function useLimitedText({ fieldRef, text, setText, maxLength, showError }: LimitedTextOptions): LimitedText {
  const [refused, setRefused] = useState<(Insertion & { reason: string }) | null>(null);
  const change = ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
    const after = target.value;
    if (!isRefused(text, after, maxLength)) {
      setText(after);
      return;
    }
    const insertion = findInsertion(text, after, target.selectionStart);
    const reason = maxLength === null ? "" : messageLimitText(maxLength, after.length);
    // What was pasted is kept at hand, and the reason stands with it, where no notice lies over it.
    if (insertion.text.length > 1) setRefused({ ...insertion, reason });
    else showError(reason);
    // The field goes back to the text as it was; the caret would go to its end.
    queueMicrotask(() => target.setSelectionRange(insertion.at, insertion.at));
  };
  return {
    change,
    refused: refused && maxLength !== null && (
      <RefusedInsertion
        insertion={refused}
        reason={refused.reason}
        room={Math.max(0, maxLength - text.length)}
        onInsert={() => {
          setText(insertUpToLimit(text, refused, maxLength));
          setRefused(null);
          fieldRef.current?.focus();
        }}
        onDismiss={() => setRefused(null)}
      />
    ),
    clearRefused: () => setRefused(null),
  };
}
