/** In hundredths of a point. */
const codeSize = 1_400;
const minCodeSize = 1_000;
/** Lines of code that fit at `codeSize`. */
const codeLines = 17;

/**
 * Adjusts one of pandoc's slides: shrinks code, and adds formulas as text for programs that cannot draw PowerPoint's.
 */
export const fitSlide = (xml: string): string => addFormulaFallbacks(shrinkCode(xml));

/** Shrinks paragraphs that are set entirely in the code font. */
function shrinkCode(xml: string): string {
  return xml.replace(/<a:p>(?:(?!<\/a:p>)[\s\S])*<\/a:p>/g, (paragraph) => {
    const runs = paragraph.match(/<a:r>/g)?.length ?? 0;
    const inCode = paragraph.match(codeFont)?.length ?? 0;
    if (runs === 0 || inCode < runs) return paragraph;
    const lines = (paragraph.match(/<a:br ?\/>/g)?.length ?? 0) + 1;
    const size = Math.max(minCodeSize, Math.floor(codeSize * Math.min(1, codeLines / lines)));
    return paragraph.replace(/<a:rPr(?=[ >])/g, `<a:rPr sz="${size}"`);
  });
}

const codeFont = /<a:latin typeface="Consolas" ?\/>/g;

/**
 * Repeats each shape with formulas for programs that do not support them, which would drop all of its text otherwise.
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
