import { t } from "@lingui/core/macro";
import { useState } from "react";
import { maxShownCharacters } from "../../entities/citations/formatLocations.ts";
import { useIsNarrow } from "../../lib/device.ts";
import { MarkedQuote } from "./MarkedQuote.tsx";
import classes from "./SourceItem.module.css";
import { quoteFromSentence, shortenQuote, toPlainLine } from "./shortenQuote.ts";
import { toPlainQuote } from "./toPlainQuote.ts";

interface SourceQuoteProps {
  text: string;
  /** The name of the document. */
  name: string;
  /** The part of the quote that matters most. */
  keySentence?: string | null;
}

/** About three lines, also of a narrow list. */
const maxExcerptCharacters = { wide: 270, narrow: 150 };

/**
 * A quote that is truncated until it is expanded: to about three lines from its key sentence on, so that an answer can be
 * checked against it, or without one to its start.
 */
export function SourceQuote({ text, name, keySentence = null }: SourceQuoteProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const maxCharacters = maxExcerptCharacters[useIsNarrow() ? "narrow" : "wide"];
  const excerpt = keySentence === null ? null : quoteFromSentence(text, name, maxCharacters, keySentence);
  const shortText = excerpt ?? shortenQuote(text, name, maxShownCharacters);
  if (text === "") return null;
  return (
    <blockquote className={classes.quote} data-whole={isExpanded || undefined}>
      <span className={classes.quoted}>
        <MarkedQuote quote={isExpanded ? toPlainQuote(text, name) : shortText} name={name} keySentence={keySentence} />
      </span>
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
