import { t } from "@lingui/core/macro";
import { memo, useMemo } from "react";
import { limitCombiningMarks } from "../../limitCombiningMarks.ts";
import fadeClasses from "../../scrollFade.module.css";
import classes from "../markdown.module.css";
import { useMathLibrary } from "./mathLoader.ts";

/**
 * Renders a formula. Keeps its room while the library is loading. Shows the TeX source if that fails, or if the formula
 * cannot be rendered.
 */
export const MathFormula = memo(function MathFormula({ tex, isDisplay }: { tex: string; isDisplay: boolean }) {
  const library = useMathLibrary();
  const shownTex = useMemo(() => limitCombiningMarks(tex), [tex]);
  const formula = useMemo(
    () => (typeof library === "function" ? library(shownTex, isDisplay) : null),
    [library, shownTex, isDisplay],
  );
  const sourceClass = library === "loading" ? `${classes.mathSource} ${classes.mathLoading}` : classes.mathSource;
  const content = formula ?? <code className={sourceClass}>{shownTex}</code>;
  if (!isDisplay)
    return (
      <span className={classes.math} dir="ltr">
        {content}
      </span>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a formula is not a fieldset
    <span
      className={`${classes.mathDisplay} ${fadeClasses.fading}`}
      dir="ltr"
      role="group"
      aria-label={t`Formula`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
    >
      {content}
    </span>
  );
});
