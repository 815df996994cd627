/** [C5.04a] What a person reads when a message is longer than the model's window. */
export function messageLimitText(maxLength: number, valueLength: number): string {
  return `Message limit is ${maxLength} characters. You have entered ${valueLength} characters.`;
}

/** Whether a change of the text is refused: it makes it longer, and longer than the limit. One that is too long may be cut down. */
export function isRefused(before: string, after: string, maxLength: number | null): boolean {
  return maxLength !== null && after.length > maxLength && after.length > before.length;
}

export interface Insertion {
  text: string;
  /** Where it would have stood in the text as it was. */
  at: number;
}

/** What was inserted between two states of a text. `caret`: where it stands in `after`, just behind what was inserted. */
export function insertionOf(before: string, after: string, caret: number): Insertion {
  const kept = after.length - caret;
  const longestStart = Math.min(before.length, caret);
  let at = 0;
  while (at < longestStart && at < before.length - kept && before[at] === after[at]) at += 1;
  return { text: after.slice(at, caret), at };
}

/** The text with as much of the insertion as the limit leaves room for; never half a surrogate pair. */
export function insertWhatFits(before: string, { text, at }: Insertion, maxLength: number): string {
  const room = Math.max(0, maxLength - before.length);
  const part = text.slice(0, room);
  const isCutInPair = /[\uD800-\uDBFF]$/.test(part) && room < text.length;
  return before.slice(0, at) + (isCutInPair ? part.slice(0, -1) : part) + before.slice(at);
}
