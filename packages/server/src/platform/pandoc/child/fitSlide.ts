/** Font sizes of code, in hundredths of a point. */
const codeSize = 1_400;
const minCodeSize = 1_000;
/** Lines of code that fit on a slide at `codeSize`. */
const codeLines = 17;

/**
 * Adjusts the XML of a slide: shrinks code, and adds formulas as text for programs without support for Office formulas.
 */
export const fitSlide = (xml: string): string => addFormulaFallbacks(shrinkCode(xml));

/**
 * Sets the font size of paragraphs that are entirely in the code font: `codeSize`, or smaller if there are many lines.
 */
function shrinkCode(xml: string): string {
  return xml.replace(/<a:p>(?:(?!<\/a:p>)[\s\S])*<\/a:p>/g, (paragraph) => {
    const runs = paragraph.match(/<a:r>/g)?.length ?? 0;
    const codeRuns = paragraph.match(codeFont)?.length ?? 0;
    if (runs === 0 || codeRuns < runs) return paragraph;
    const lines = (paragraph.match(/<a:br ?\/>/g)?.length ?? 0) + 1;
    const size = Math.max(minCodeSize, Math.floor(codeSize * Math.min(1, codeLines / lines)));
    return paragraph.replace(/<a:rPr(?=[ >])/g, `<a:rPr sz="${size}"`);
  });
}

const codeFont = /<a:latin typeface="Consolas" ?\/>/g;

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
