import { cutText } from "./cutText.ts";

const maxNames = 3;
const maxNameLength = 60;
const numberFormat = new Intl.NumberFormat("en-US");

/**
 * Joins the names of items for a notice, such as `A, B, C and 230 more`: at most three, each cut and then formatted
 * with `format`.
 */
export function listNames(names: readonly string[], format = (name: string) => name): string {
  const shownNames = names.slice(0, maxNames).map((name) => format(cutText(name, maxNameLength)));
  const hiddenCount = names.length - shownNames.length;
  const lastPart = hiddenCount > 0 ? `${numberFormat.format(hiddenCount)} more` : shownNames.pop();
  return shownNames.length === 0 ? (lastPart ?? "") : `${shownNames.join(", ")} and ${lastPart}`;
}

export const quoteName = (name: string): string => `“${name}”`;
