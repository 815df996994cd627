/** Hundredths of a point. */
const codeSize = 1_400;
const smallestCode = 1_000;
/** Lines of code that fit at `codeSize`. */
const codeLines = 17;

/** A slide of pandoc's, finished: code is small, and programs that cannot draw PowerPoint's formulas have them as text. */
export const fitSlide = (xml: string): string => addFormulaFallbacks(shrinkCode(xml));

/** A paragraph is code where all of it is in the font of code. */
function shrinkCode(xml: string): string {
  return xml.replace(/<a:p>(?:(?!<\/a:p>)[\s\S])*<\/a:p>/g, (paragraph) => {
    const runs = paragraph.match(/<a:r>/g)?.length ?? 0;
    const inCode = paragraph.match(codeFont)?.length ?? 0;
    if (runs === 0 || inCode < runs) return paragraph;
    const lines = (paragraph.match(/<a:br ?\/>/g)?.length ?? 0) + 1;
    const size = Math.max(smallestCode, Math.floor(codeSize * Math.min(1, codeLines / lines)));
    return paragraph.replace(/<a:rPr(?=[ >])/g, `<a:rPr sz="${size}"`);
  });
}

const codeFont = /<a:latin typeface="Consolas" ?\/>/g;

/** The same shape for programs that do not know this kind of formula. Without it they would leave out all of its text. */
function addFormulaFallbacks(xml: string): string {
  return xml.replace(
    /(<mc:Choice[^>]*>)((?:(?!<\/mc:Choice>)[\s\S])*)(<\/mc:Choice>)(?=<\/mc:AlternateContent>)/g,
    (_, start: string, shape: string, end: string) =>
      `${start}${shape}${end}<mc:Fallback>${asText(shape)}</mc:Fallback>`,
  );
}

const asText = (shape: string) =>
  shape.replace(/<a14:m>((?:(?!<\/a14:m>)[\s\S])*)<\/a14:m>/g, (_, formula: string) => {
    const words = [...formula.matchAll(/<m:t[^>]*>([^<]*)<\/m:t>/g)].map(([, word = ""]) => word).join(" ");
    return `<a:r><a:rPr i="1"/><a:t>${words}</a:t></a:r>`;
  });
