import { useMemo } from "react";
import { limitCombiningMarks } from "../../limitCombiningMarks.ts";
import type { FenceProps } from "../fences/fenceContributions.ts";
import { findLanguage } from "../highlight/languages.ts";
import { useHighlight } from "../highlight/useHighlight.ts";
import { CodeLines } from "./CodeLines.tsx";
import classes from "./codeBlock.module.css";

/** Renders code in a scroll container. The code is plain until its colours are available. */
export function CodeText({ code, language, isComplete }: FenceProps) {
  const shownCode = useMemo(() => limitCombiningMarks(code), [code]);
  const colors = useHighlight(shownCode, language, isComplete);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: code is not a fieldset
    <pre className={classes.body} tabIndex={0} role="group" aria-label={`Code, ${findLanguage(language).label}`}>
      <code>
        <CodeLines code={shownCode} colors={colors} />
      </code>
    </pre>
  );
}
