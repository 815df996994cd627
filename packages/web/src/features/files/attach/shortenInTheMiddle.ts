/** So that the extension and a number before it, as in `lecture 12.pdf`, stay visible. */
const endCharacters = 10;

/**
 * Leaves out characters before the last ten until the text fits, and puts an ellipsis in their place. Returns the whole
 * name if it fits.
 */
export function shortenInTheMiddle(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name;
  const characters = [...name];
  const end = characters.slice(-endCharacters).join("").trimStart();
  const shorten = (length: number) => `${characters.slice(0, length).join("").trimEnd()}…${end}`;
  // The longest beginning that fits.
  let shortest = 0;
  let longest = Math.max(0, characters.length - endCharacters - 1);
  while (shortest < longest) {
    const middle = Math.ceil((shortest + longest) / 2);
    if (fits(shorten(middle))) shortest = middle;
    else longest = middle - 1;
  }
  return shorten(shortest);
}
