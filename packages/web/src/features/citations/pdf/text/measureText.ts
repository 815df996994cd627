import { type GetShare, getEqualShare } from "../highlights/getHighlights.ts";
import type { MeasureText } from "./splitLeaders.ts";

type TextStyles = Readonly<Record<string, { fontFamily: string }>>;

/**
 * Returns a function that measures in the fonts that pdf.js shows the text of a page with. The relations between the
 * widths are similar in the original fonts.
 */
export function createTextMeasure(styles: TextStyles): MeasureText {
  const context = typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1).getContext("2d");
  if (!context) return (text) => text.length;
  return (text, fontName = "") => {
    context.font = `100px ${styles[fontName]?.fontFamily ?? "sans-serif"}`;
    return context.measureText(text).width / 100;
  };
}

/** Returns the share of the width as pdf.js stretches the text to the width of its item. */
export function createGetShare(measure: MeasureText): GetShare {
  return (item, character) => {
    const width = measure(item.str, item.fontName);
    return width > 0 ? measure(item.str.slice(0, character), item.fontName) / width : getEqualShare(item, character);
  };
}
