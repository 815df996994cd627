import { lowerText, raiseText } from "../raisedText.ts";
import type { Fragment } from "./readPageFragments.ts";

/** A script is smaller than the text beside it at least by this factor. */
const maxSizeRatio = 0.86;
const minRaise = 0.12;
const minDrop = 0.07;
const maxScriptLength = 8;

/**
 * Marks raised or lowered text: returns the smaller of two adjacent parts of a line with its text written as in "10⁶" or
 * "H₂O". Null if neither is raised or lowered beside the other. `gap`: the distance between them, in points.
 */
export function markScript(
  first: Fragment,
  second: Fragment,
  gap: number,
): { part: Fragment; isFirst: boolean } | null {
  const isFirst = first.size < second.size;
  const [part, main] = isFirst ? [first, second] : [second, first];
  if (part.size > main.size * maxSizeRatio || Math.abs(gap) > main.size * 0.3) return null;
  if (part.text.trim().length > maxScriptLength || /\S\s+\S/.test(part.text)) return null;
  const raise = (main.baseline - part.baseline) / main.size;
  if (raise > minRaise) return { part: { ...part, text: raiseText(part.text, isFirst ? "" : first.text) }, isFirst };
  if (raise < -minDrop) return { part: { ...part, text: lowerText(part.text) }, isFirst };
  return null;
}
