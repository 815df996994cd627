/** Longer ones, such as families of emoji with many modifiers, are not stored. UTF-16 code units. */
const maxLength = 32;

/** Returns the first character as people see it, such as an emoji with its modifiers. Empty if there is none. */
export function firstGrapheme(text: string): string {
  const [first] = new Intl.Segmenter().segment(text.trim());
  return first && first.segment.length <= maxLength ? first.segment : "";
}
