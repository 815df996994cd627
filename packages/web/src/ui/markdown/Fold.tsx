import { t } from "@lingui/core/macro";
import type { MouseEvent } from "react";
import { formatNumber } from "../../lib/i18n/formats.ts";
import classes from "./markdown.module.css";

/** The end of the shown part of a long answer: a button that shows the rest. */
export function Fold({ hiddenCharacters, onUnfold }: { hiddenCharacters: number; onUnfold: () => void }) {
  const formattedCount = formatNumber(hiddenCharacters);
  return (
    <button
      type="button"
      className={classes.fold}
      onClick={(event) => {
        focusTextBefore(event);
        onUnfold();
      }}
    >
      {t`Show the rest (${formattedCount} characters)`}
    </button>
  );
}

/** Moves the focus to the text before the button, because the button disappears and reading continues there. */
function focusTextBefore({ currentTarget: { previousElementSibling: text } }: MouseEvent): void {
  if (!(text instanceof HTMLElement)) return;
  if (!text.hasAttribute("tabindex")) text.tabIndex = -1;
  text.focus({ preventScroll: true });
}
