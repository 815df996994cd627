const unspacedLetterPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u;

/** Joins two lines. A hyphen between a letter and a lower-case letter is usually hyphenation, so it is removed. */
export function joinLines(previous: string, next: string): string {
  if (previous === "") return next;
  if (/\p{L}[-\u00ad\u2010]$/u.test(previous) && /^\p{Ll}/u.test(next)) return previous.slice(0, -1) + next;
  if (unspacedLetterPattern.test(previous.at(-1) ?? "") && unspacedLetterPattern.test(next[0] ?? ""))
    return previous + next;
  return `${previous} ${next}`;
}
