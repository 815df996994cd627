import { addFormulaFallbacks } from "./addFormulaFallbacks.ts";

/** Font sizes of code, in hundredths of a point. */
const codeFontSize = 1_400;
const minCodeFontSize = 1_000;
/** Lines of code that fit on a slide at `codeFontSize`. */
const maxCodeLines = 17;

/**
 * Adjusts the XML of a slide: shrinks code, and adds formulas as text for programs without support for Office formulas.
 */
export const fitSlide = (xml: string): string => addFormulaFallbacks(shrinkCode(xml));

/**
 * Sets the font size of paragraphs that are entirely in the code font: `codeFontSize`, or smaller if there are many
 * lines.
 */
function shrinkCode(xml: string): string {
  return xml.replace(/<a:p>(?:(?!<\/a:p>)[\s\S])*<\/a:p>/g, (paragraph) => {
    const runCount = paragraph.match(/<a:r>/g)?.length ?? 0;
    const codeRunCount = paragraph.match(codeFontPattern)?.length ?? 0;
    if (runCount === 0 || codeRunCount < runCount) return paragraph;
    const lineCount = (paragraph.match(/<a:br ?\/>/g)?.length ?? 0) + 1;
    const fontSize = Math.max(minCodeFontSize, Math.floor(codeFontSize * Math.min(1, maxCodeLines / lineCount)));
    // In a quote, pandoc has set a size already.
    return paragraph.replace(/<a:rPr( [^>]*?)?(?= ?\/?>)/g, (_, attributes: string = "") => {
      return `<a:rPr sz="${fontSize}"${attributes.replace(/ sz="\d+"/, "")}`;
    });
  });
}

const codeFontPattern = /<a:latin typeface="Consolas" ?\/>/g;
