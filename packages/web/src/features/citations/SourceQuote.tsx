import { t } from "@lingui/core/macro";
import { useState } from "react";
import { maxShownCharacters } from "../../entities/citations/formatLocations.ts";
import classes from "./SourceItem.module.css";
import { shortenQuote, toPlainLine } from "./shortenQuote.ts";
import { toPlainQuote } from "./toPlainQuote.ts";

/** A quote from the document `name` that is truncated until it is expanded. */
export function SourceQuote({ text, name }: { text: string; name: string }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const shortText = shortenQuote(text, name, maxShownCharacters);
  if (text === "") return null;
  return (
    <blockquote className={classes.quote} data-whole={isExpanded || undefined}>
      {isExpanded ? toPlainQuote(text, name) : shortText}
      {shortText !== toPlainLine(text, name) && (
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
