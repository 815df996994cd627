import classes from "./CitationCard.module.css";
import { toPlainLine } from "./shortenQuote.ts";
import { findQuote } from "./viewer/findQuote.ts";

interface MarkedQuoteProps {
  /** The quote on one line, which may be cut. */
  quote: string;
  /** The name of its document. */
  name: string;
  /** The part of the passage that matters most; null: none. */
  keySentence: string | null;
}

/** A quote with its key sentence marked, unless that is all of it. */
export function MarkedQuote({ quote, name, keySentence }: MarkedQuoteProps) {
  const text = quote.replace(/…$/, "");
  const key = keySentence === null ? null : findQuote(text, toPlainLine(keySentence, name));
  const isAll = key !== null && !/[\p{L}\p{N}]/u.test(text.slice(0, key.from) + text.slice(key.to));
  if (key === null || isAll) return quote;
  return (
    <>
      {quote.slice(0, key.from)}
      <mark data-key-sentence className={classes.keySentence}>
        {quote.slice(key.from, key.to)}
      </mark>
      {quote.slice(key.to)}
    </>
  );
}
