import { t } from "@lingui/core/macro";
import { useEffect, useMemo, useRef } from "react";
import { hideMissingGlyphs } from "../../../entities/citations/hideMissingGlyphs.ts";
import { FindBar } from "../find/FindBar.tsx";
import { createTextSource } from "../find/findSource.ts";
import { useFind } from "../find/useFind.ts";
import { toPlainQuote } from "../toPlainQuote.ts";
import classes from "./DocumentBody.module.css";
import { findQuote } from "./findQuote.ts";
import { HighlightedText } from "./HighlightedText.tsx";
import { KeySentenceContext } from "./KeySentenceContext.ts";
import { scrollToMiddle } from "./scrolling/useScrollToPassage.ts";

interface PassageTextProps {
  name: string;
  /** The headings above the passage; empty if there are none. */
  headings: string;
  content: string;
  /** The part of the text that matters most; null: none is known. */
  keySentence: string | null;
}

/** The text of a passage, which opens at its key sentence. */
export function PassageText({ name, headings, content, keySentence }: PassageTextProps) {
  const areaRef = useRef<HTMLElement>(null);
  const text = useMemo(() => toPlainQuote(content, name), [content, name]);
  const headingsLine = headings === "" ? "" : `${hideMissingGlyphs(headings)}\n`;
  const key = keySentence === null ? null : toPlainQuote(keySentence, name);
  // The text can differ from what the answer was written from, if the document has been read again.
  const isMarked = key !== null && findQuote(text, key) !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll also to another key sentence
  useEffect(() => {
    const mark = areaRef.current?.querySelector("[data-key-sentence]");
    if (isMarked && areaRef.current && mark) scrollToMiddle(areaRef.current, mark);
  }, [isMarked, key]);
  const find = useFind({
    source: useMemo(() => createTextSource(headingsLine + text), [headingsLine, text]),
    areaRef,
    virtualizer: null,
  });
  return (
    <>
      <FindBar find={find} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <section ref={areaRef} className={classes.text} aria-label={t`Text of ${name}`} tabIndex={0}>
        <div data-find-unit={0}>
          {/* With its line break, so that this is the text that is searched. */}
          {headingsLine !== "" && <span className={classes.headings}>{headingsLine}</span>}
          <KeySentenceContext value={key}>
            <HighlightedText text={text} quote={isMarked ? key : null} />
          </KeySentenceContext>
        </div>
      </section>
    </>
  );
}
