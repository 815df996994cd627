import type { Location } from "@lectern/contract";

/** Location properties whose change is a page break. A change of heading, line or row is not. */
const separatingUnits = ["page", "slide", "sheet", "chapter"] as const;

/**
 * A chunk ends at a page break once it has this many tokens, so that a citation refers to one page. A smaller chunk
 * continues on the next page.
 */
export const minTokensAtPageBreak = 100;

/** True if a page, slide, sheet or chapter ends between two consecutive items of a document. */
export function isPageBreak(previous: Location, next: Location): boolean {
  return separatingUnits.some((unit) => previous[unit] !== next[unit]);
}
