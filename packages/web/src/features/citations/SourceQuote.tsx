import { t } from "@lingui/core/macro";
import { useState } from "react";
import { maxShownCharacters } from "../../entities/citations/formatLocations.ts";
import classes from "./SourceItem.module.css";
import { shortenQuote, toPlainLine } from "./shortenQuote.ts";
import { toPlainQuote } from "./toPlainQuote.ts";

interface SourceQuoteProps {
  text: string;
  /** The name of the document. */
  name: string;
  /** The part of the quote that matters most. */
  keySentence?: string | null;
}

/** A quote that is truncated until it is expanded: to its start or, if this lacks the key sentence, from that on. */
export function SourceQuote({ text, name, keySentence = null }: SourceQuoteProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const shortText = shortenQuote(text, name, maxShownCharacters, keySentence);
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
