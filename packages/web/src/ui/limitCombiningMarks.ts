/**
 * Matches what follows 30 marks in a row, the limit of the Stream-Safe Text Format of Unicode (UAX #15). No language
 * needs more. Invisible format characters do not end a run.
 */
const excessMarks = /([\p{M}\p{Cf}]{30})[\p{M}\p{Cf}]+/gu;

/**
 * Removes marks beyond 30 in a row from text to be shown. The time in which a browser lays out marks grows with the
 * square of their number, so one character with thousands of marks would block the page.
 */
export function limitCombiningMarks(text: string): string {
  return text.replace(excessMarks, "$1");
}
