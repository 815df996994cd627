import { type ReactNode, use } from "react";
import { hideMissingGlyphs } from "../../../entities/citations/hideMissingGlyphs.ts";
import classes from "./DocumentItem.module.css";
import { findQuote } from "./findQuote.ts";
import { KeySentenceContext } from "./KeySentenceContext.ts";

/**
 * Text with its cited part highlighted; all of the text if the quote is not found in it. The key sentence is highlighted
 * more strongly.
 */
export function HighlightedText({ text, quote }: { text: string; quote: string | null }): ReactNode {
  const keySentence = use(KeySentenceContext);
  if (quote === null) return hideMissingGlyphs(text);
  const { from, to } = findQuote(text, quote) ?? { from: 0, to: text.length };
  const cited = text.slice(from, to);
  const key = keySentence === null ? null : findQuote(cited, keySentence);
  return (
    <>
      {hideMissingGlyphs(text.slice(0, from))}
      <mark data-cited className={classes.mark}>
        {key ? (
          <>
            {hideMissingGlyphs(cited.slice(0, key.from))}
            <span data-key-sentence className={classes.keySentence}>
              {hideMissingGlyphs(cited.slice(key.from, key.to))}
            </span>
            {hideMissingGlyphs(cited.slice(key.to))}
          </>
        ) : (
          hideMissingGlyphs(cited)
        )}
      </mark>
      {hideMissingGlyphs(text.slice(to))}
    </>
  );
}
