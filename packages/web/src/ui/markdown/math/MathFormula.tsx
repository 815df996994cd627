import { memo, useMemo } from "react";
import classes from "../markdown.module.css";
import { useMathRenderer } from "./mathLoader.ts";

/** A formula; its source stands in its place until the library has come, and for good where TeX cannot read it. */
export const MathFormula = memo(function MathFormula({ tex, isDisplay }: { tex: string; isDisplay: boolean }) {
  const render = useMathRenderer();
  const formula = useMemo(() => render?.(tex, isDisplay) ?? null, [render, tex, isDisplay]);
  const shown = formula ?? <code className={classes.mathSource}>{tex}</code>;
  if (!isDisplay) return <span className={classes.math}>{shown}</span>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a formula is no set of fields
    <span className={classes.mathDisplay} role="group" aria-label="Formula" tabIndex={0}>
      {shown}
    </span>
  );
});
