import { t } from "@lingui/core/macro";

/** Returns the notice for a message that is longer than the model's window, exactly as specified. */
export function formatMessageLimit(maxLength: number, valueLength: number): string {
  return t`Message limit is ${maxLength} characters. You have entered ${valueLength} characters.`;
}

/**
 * True if a change makes the text longer than the limit. A change that shortens text that is already too long is
 * allowed.
 */
export function isRejectedChange(before: string, after: string, maxLength: number | null): boolean {
  return maxLength !== null && after.length > maxLength && after.length > before.length;
}

export interface Insertion {
  text: string;
  /** The position in the text before the change. */
  position: number;
}

/**
 * Finds what was inserted between two states of a text. `caret`: the position of the caret in `after`, directly after
 * the insertion.
 */
export function findInsertion(before: string, after: string, caret: number): Insertion {
  const lengthAfterCaret = after.length - caret;
  const maxStart = Math.min(before.length, caret);
  let start = 0;
  while (start < maxStart && start < before.length - lengthAfterCaret && before[start] === after[start]) start += 1;
  return { text: after.slice(start, caret), position: start };
}

/** Inserts as much as the limit allows, without splitting a surrogate pair. */
export function insertUpToLimit(before: string, { text, position: at }: Insertion, maxLength: number): string {
  const remainingLength = Math.max(0, maxLength - before.length);
  const part = text.slice(0, remainingLength);
  const isCutInPair = /[\uD800-\uDBFF]$/.test(part) && remainingLength < text.length;
  return before.slice(0, at) + (isCutInPair ? part.slice(0, -1) : part) + before.slice(at);
}
