import katex from "katex";

const maxTexCharacters = 4_000;

/** A formula as MathML markup without its source; null where KaTeX cannot read it. The limits are those of `renderMath`. */
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
    // A program that knows no MathML would show the source beside the formula.
    const [math] = /<math[\s\S]*<\/math>/.exec(markup) ?? [];
    return math?.replace(/<annotation\b[\s\S]*?<\/annotation>/g, "").replace(/ style="[^"]*"/g, "") ?? null;
  } catch {
    return null;
  }
}
