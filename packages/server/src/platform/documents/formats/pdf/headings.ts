import type { Paragraph } from "./groupParagraphs.ts";
import { isCaption, isLabel } from "./labels.ts";

export interface BodyStyle {
  size: number;
  font: string;
}

/** Returns the font and size, rounded to half a point, in which most of the document's text is set. */
export function findBodyStyle(paragraphs: readonly Paragraph[]): BodyStyle {
  const entriesByStyle = new Map<string, { style: BodyStyle; count: number }>();
  for (const { size, font, text } of paragraphs) {
    const roundedSize = Math.round(size * 2) / 2;
    const styleKey = `${roundedSize} ${font}`;
    const entry = entriesByStyle.get(styleKey) ?? { style: { size: roundedSize, font }, count: 0 };
    entry.count += text.length;
    entriesByStyle.set(styleKey, entry);
  }
  let mostCommonEntry: { style: BodyStyle; count: number } = { style: { size: 0, font: "" }, count: 0 };
  for (const candidate of entriesByStyle.values())
    if (candidate.count > mostCommonEntry.count) mostCommonEntry = candidate;
  return mostCommonEntry.style;
}

const maxHeadingLength = 200;

/**
 * True for short text that is larger than the body text, or numbered, no smaller than it and in another font. Captions
 * and labels such as "Note" are no headings.
 */
export function isHeading(paragraph: Paragraph, bodyStyle: BodyStyle): boolean {
  const { text, size, lines } = paragraph;
  if (text.length > maxHeadingLength || lines > 3 || !/\p{L}/u.test(text)) return false;
  if (/(\. ?){4}/.test(text) || isCaption(text) || isLabel(text)) return false;
  if (isLarge(paragraph, bodyStyle)) return !/[.;,]$/.test(text) || text.length < 40 || /^\d+\.\d/.test(text);
  return lines === 1 && size >= bodyStyle.size * 0.97 && isNumberedApart(paragraph, bodyStyle);
}

/** True for text that is clearly larger than the body text. */
export const isLarge = ({ size }: Paragraph, bodyStyle: BodyStyle): boolean => size >= bodyStyle.size * 1.15;

const isNumberedApart = ({ text, font }: Paragraph, bodyStyle: BodyStyle) =>
  font !== bodyStyle.font && /^(\d+\.)*\d+\.?\s+\p{Lu}/u.test(text) && !/[.:;,]$/.test(text);
