import "katex/dist/katex.min.css";
import katex from "katex";
import type { ReactNode } from "react";
import { katexMarkupToElements } from "./katexMarkupToElements.ts";

const maxTexCharacters = 4_000;

/** Renders a formula with KaTeX, including MathML for screen readers; null if it is too long or cannot be rendered. */
export function renderMath(tex: string, isDisplay: boolean): ReactNode {
  if (tex.length > maxTexCharacters) return null;
  try {
    const markup = katex.renderToString(tex, {
      displayMode: isDisplay,
      output: "htmlAndMathml",
      throwOnError: true,
      strict: "ignore",
      trust: false,
      maxExpand: 500,
      // Limits the sizes that a formula can set, in em.
      maxSize: 30,
    });
    return katexMarkupToElements(markup);
  } catch {
    return null;
  }
}
