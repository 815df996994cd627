import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { limitCombiningMarks } from "../../limitCombiningMarks.ts";
import fadeClasses from "../../scrollFade.module.css";
import { Fold } from "../Fold.tsx";
import type { FenceProps } from "../fences/fenceContributions.ts";
import { findLanguage } from "../highlight/languages.ts";
import { useHighlight } from "../highlight/useHighlight.ts";
import type { FindFenceEnd } from "../pacedText.ts";
import { useIncrementalText } from "../useIncrementalText.ts";
import { CodeLines } from "./CodeLines.tsx";
import classes from "./codeBlock.module.css";

const bodyClass = `${classes.body} ${fadeClasses.fading}`;

/** The code is divided at its lines only. */
const findCodeStepEnd: FindFenceEnd = (_, offset) => offset;

/**
 * Renders code in a scroll container. The code is plain until its colours are available. Long code is rendered in steps
 * and folded, like a long text.
 */
export function CodeText({ code, language, isComplete }: FenceProps) {
  const displayableCode = useMemo(() => limitCombiningMarks(code), [code]);
  const colors = useHighlight(displayableCode, language, isComplete);
  const { shown, isFolded, unfold } = useIncrementalText(displayableCode, !isComplete, findCodeStepEnd);
  const languageName = findLanguage(language).label;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: code is not a fieldset */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <pre className={bodyClass} dir="ltr" tabIndex={0} role="group" aria-label={t`Code, ${languageName}`}>
        <code>
          <CodeLines code={shown} colors={colors} />
        </code>
      </pre>
      {isFolded && <Fold hiddenCharacters={displayableCode.length - shown.length} onUnfold={unfold} />}
    </>
  );
}
