import katex from "katex";

const maxTexCharacters = 4_000;

/**
 * Renders a formula as MathML, without style attributes (see `toRichText`); null if it is too long or KaTeX cannot
 * parse it. Applies the limits of `renderMath`.
 */
export function renderMathMl(tex: string, isDisplay: boolean): string | null {
  if (tex.length > maxTexCharacters) return null;
  try {
    const markup = katex.renderToString(tex, {
      displayMode: isDisplay,
      output: "mathml",
      throwOnError: true,
      strict: "ignore",
      trust: false,
      maxExpand: 500,
      maxSize: 30,
    });
    // Remove the TeX source: a program without MathML support would show it next to the formula.
    const [math] = /<math[\s\S]*<\/math>/.exec(markup) ?? [];
    return math?.replace(/<annotation\b[\s\S]*?<\/annotation>/g, "").replace(/ style="[^"]*"/g, "") ?? null;
  } catch {
    return null;
  }
}
