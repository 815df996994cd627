import type { Paragraph } from "./groupParagraphs.ts";
import type { PageAnnotations } from "./readAnnotations.ts";

/** The text of a page. */
export interface PdfPage {
  /** Number of the page, from 1. */
  page: number;
  /** The page's object, as in `toPageKey`; null if unknown. */
  key: string | null;
  paragraphs: readonly Paragraph[];
  annotations: PageAnnotations;
  /** True if the page has no text of its own, so that its paragraphs, if any, were recognized. */
  isScanned: boolean;
  /** Converts a point of the page's own coordinates to points from its upper left corner. */
  toUpright(x: number, y: number): { left: number; top: number };
}

/** Where a paragraph is among the headings. */
export interface Place {
  isHeading: boolean;
  /** The headings above the paragraph, outermost first, without itself. */
  headings: readonly string[];
}
