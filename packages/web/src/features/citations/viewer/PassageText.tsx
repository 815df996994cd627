import { t } from "@lingui/core/macro";
import { useEffect, useMemo, useRef } from "react";
import { hideMissingGlyphs } from "../../../entities/citations/hideMissingGlyphs.ts";
import { FindBar } from "../find/FindBar.tsx";
import { createTextSource } from "../find/findSource.ts";
import { useFind } from "../find/useFind.ts";
import classes from "./DocumentBody.module.css";
import { findQuote } from "./findQuote.ts";
import { HighlightedText } from "./HighlightedText.tsx";
import { KeySentenceContext } from "./KeySentenceContext.ts";
import { scrollToMiddle } from "./scrolling/useScrollToPassage.ts";

interface PassageTextProps {
  name: string;
  content: string;
  /** The part of the text that matters most; null: none is known. */
  keySentence: string | null;
}

/** The text of a passage, which opens at its key sentence. */
export function PassageText({ name, content, keySentence }: PassageTextProps) {
  const areaRef = useRef<HTMLElement>(null);
  // The text can differ from what the answer was written from, if the document has been read again.
  const isMarked = keySentence !== null && findQuote(content, keySentence) !== null;
  useEffect(() => {
    const mark = areaRef.current?.querySelector("[data-key-sentence]");
    if (isMarked && areaRef.current && mark) scrollToMiddle(areaRef.current, mark);
  }, [isMarked]);
  const find = useFind({
    source: useMemo(() => createTextSource(hideMissingGlyphs(content)), [content]),
    areaRef,
    virtualizer: null,
    getShownUnit: () => 0,
  });
  return (
    <>
      <FindBar find={find} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <section ref={areaRef} className={classes.text} aria-label={t`Text of ${name}`} tabIndex={0}>
        <div data-find-unit={0}>
          <KeySentenceContext value={keySentence}>
            <HighlightedText text={content} quote={isMarked ? keySentence : null} />
          </KeySentenceContext>
        </div>
      </section>
    </>
  );
}
