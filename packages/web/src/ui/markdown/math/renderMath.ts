import "katex/dist/katex.min.css";
import katex from "katex";
import type { ReactNode } from "react";
import { katexMarkupToElements } from "./katexMarkupToElements.ts";

const maxTexCharacters = 4_000;

/** A formula drawn by KaTeX, with MathML for who listens; null where it cannot be read. */
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
      // In em: nothing larger can be asked for.
      maxSize: 30,
    });
    return katexMarkupToElements(markup);
  } catch {
    return null;
  }
}
