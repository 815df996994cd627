import type { Location } from "@lectern/contract";

/** What a reader turns or opens to get from one to the next; headings, lines and rows flow on. */
const borders = ["page", "slide", "sheet", "chapter"] as const;

/**
 * Below so many tokens a stretch is too little to stand alone, and goes on beyond the end of its page. From there on what is cited is at
 * one place.
 */
export const minTokensAtPageBreak = 100;

/** Whether a page, slide, sheet or chapter ends between two pieces of a document that follow each other. */
export function isPageBreak(before: Location, after: Location): boolean {
  return borders.some((border) => before[border] !== after[border]);
}
