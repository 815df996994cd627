import { escapeXml } from "./escapeXml.ts";
import { toLinearFormula } from "./toLinearFormula.ts";

const namespaces = [
  'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"',
  'xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"',
].join(" ");

/**
 * Programs that know `a14` show the formulas. LibreOffice claims to know it, but shows no formula within text. It
 * compares this attribute as a whole, so that a second namespace, which every PowerPoint with `a14` knows, makes it
 * choose the text.
 */
const choiceStart = `<mc:Choice ${namespaces} Requires="a14 p14">`;
const alternativesStart =
  '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">';

/** Matches a shape or a table, with the alternatives that pandoc writes around a shape with formulas. */
const shapePattern =
  /(?:<mc:AlternateContent[^>]*><mc:Choice[^>]*>)?(<p:(sp|graphicFrame)>[\s\S]*?<\/p:\2>)(?:<\/mc:Choice><\/mc:AlternateContent>)?/g;
const formulaPattern = /<a14:m>([\s\S]*?)<\/a14:m>/g;

/**
 * Adds a copy of each shape and table with formulas, in which they are text. Programs that do not support formulas show
 * the copy. Without it they would drop text, and pandoc's tables would not be valid XML.
 */
export const addFormulaFallbacks = (slideXml: string): string =>
  slideXml.replace(shapePattern, (original, shape: string) =>
    shape.includes("<a14:m>")
      ? `${alternativesStart}${choiceStart}${shape}</mc:Choice><mc:Fallback>${replaceFormulasByText(shape)}</mc:Fallback></mc:AlternateContent>`
      : original,
  );

const replaceFormulasByText = (shape: string) =>
  shape.replace(formulaPattern, (_, formula: string) => {
    return `<a:r><a:rPr i="1"/><a:t>${escapeXml(toLinearFormula(formula))}</a:t></a:r>`;
  });
