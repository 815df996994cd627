import { type GetShare, getEqualShare } from "./getHighlights.ts";

/**
 * Returns a function that measures in the fonts that pdf.js shows the text of a page with. The widths in the original
 * font are similar, and pdf.js stretches the text to the width of the item, too.
 */
export function createTextMeasure(styles: Readonly<Record<string, { fontFamily: string }>>): GetShare {
  const context = typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1).getContext("2d");
  if (!context) return getEqualShare;
  return (item, character) => {
    const { str, fontName = "" } = item;
    context.font = `100px ${styles[fontName]?.fontFamily ?? "sans-serif"}`;
    const width = context.measureText(str).width;
    return width > 0 ? context.measureText(str.slice(0, character)).width / width : getEqualShare(item, character);
  };
}
