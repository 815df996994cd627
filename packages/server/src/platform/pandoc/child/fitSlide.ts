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
    return paragraph.replace(/<a:rPr(?=[ >])/g, `<a:rPr sz="${fontSize}"`);
  });
}

const codeFontPattern = /<a:latin typeface="Consolas" ?\/>/g;

/**
 * Adds a copy of each shape with formulas, in which they are text. Programs that do not support formulas show the copy;
 * without it, they would drop all text of the shape.
 */
function addFormulaFallbacks(xml: string): string {
  return xml.replace(
    /(<mc:Choice[^>]*>)((?:(?!<\/mc:Choice>)[\s\S])*)(<\/mc:Choice>)(?=<\/mc:AlternateContent>)/g,
    (_, start: string, shape: string, end: string) =>
      `${start}${shape}${end}<mc:Fallback>${replaceFormulasByText(shape)}</mc:Fallback>`,
  );
}

const replaceFormulasByText = (shape: string) =>
  shape.replace(/<a14:m>((?:(?!<\/a14:m>)[\s\S])*)<\/a14:m>/g, (_, formula: string) => {
    const text = [...formula.matchAll(/<m:t[^>]*>([^<]*)<\/m:t>/g)].map(([, word = ""]) => word).join(" ");
    return `<a:r><a:rPr i="1"/><a:t>${text}</a:t></a:r>`;
  });
