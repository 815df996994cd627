import { t } from "@lingui/core/macro";
import { memo, useMemo } from "react";
import { limitCombiningMarks } from "../../limitCombiningMarks.ts";
import fadeClasses from "../../scrollFade.module.css";
import classes from "../markdown.module.css";
import { useMathRenderer } from "./mathLoader.ts";

/** Renders a formula. Shows the TeX source until the library has loaded, or if the formula cannot be rendered. */
export const MathFormula = memo(function MathFormula({ tex, isDisplay }: { tex: string; isDisplay: boolean }) {
  const render = useMathRenderer();
  const shownTex = useMemo(() => limitCombiningMarks(tex), [tex]);
  const formula = useMemo(() => render?.(shownTex, isDisplay) ?? null, [render, shownTex, isDisplay]);
  const content = formula ?? <code className={classes.mathSource}>{shownTex}</code>;
  if (!isDisplay) return <span className={classes.math}>{content}</span>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a formula is not a fieldset
    <span className={`${classes.mathDisplay} ${fadeClasses.fading}`} role="group" aria-label={t`Formula`} tabIndex={0}>
      {content}
    </span>
  );
});
