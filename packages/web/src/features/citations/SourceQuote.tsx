import { t } from "@lingui/core/macro";
import { useState } from "react";
import { maxShownCharacters } from "../../entities/citations/formatLocations.ts";
import classes from "./SourceItem.module.css";
import { shortenQuote } from "./shortenQuote.ts";
import { toPlainQuote } from "./toPlainQuote.ts";

/** A quote that is truncated until it is expanded. */
export function SourceQuote({ text }: { text: string }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const shortText = shortenQuote(text, maxShownCharacters);
  if (text === "") return null;
  return (
    <blockquote className={classes.quote} data-whole={isExpanded || undefined}>
      {isExpanded ? toPlainQuote(text) : shortText}
      {shortText.length < text.length && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? t`Show less` : t`Show more`}
        </button>
      )}
    </blockquote>
  );
}
