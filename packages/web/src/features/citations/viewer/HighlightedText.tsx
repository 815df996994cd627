import { type ReactNode, use } from "react";
import classes from "./DocumentItem.module.css";
import { findQuote } from "./findQuote.ts";
import { InlineText } from "./inline/InlineText.tsx";
import { KeySentenceContext } from "./KeySentenceContext.ts";

/**
 * Text with its cited part highlighted; all of the text if the quote is not found in it. The key sentence is highlighted
 * more strongly.
 */
export function HighlightedText({ text, quote }: { text: string; quote: string | null }): ReactNode {
  const keySentence = use(KeySentenceContext);
  if (quote === null) return <InlineText text={text} />;
  const { from, to } = findQuote(text, quote) ?? { from: 0, to: text.length };
  const key = keySentence === null ? null : findQuote(text.slice(from, to), keySentence);
  return (
    <>
      <InlineText text={text} to={from} />
      <mark data-cited className={classes.mark}>
        {key ? (
          <>
            <InlineText text={text} from={from} to={from + key.from} />
            <span data-key-sentence className={classes.keySentence}>
              <InlineText text={text} from={from + key.from} to={from + key.to} />
            </span>
            <InlineText text={text} from={from + key.to} to={to} />
          </>
        ) : (
          <InlineText text={text} from={from} to={to} />
        )}
      </mark>
      <InlineText text={text} from={to} />
    </>
  );
}
