import { t } from "@lingui/core/macro";
import { useId, useLayoutEffect, useRef, useState } from "react";
import classes from "./FoldedText.module.css";
import { keepInPlace } from "./keepInPlace.ts";

/** Ids of the messages that the reader has unfolded. A message far off screen is unmounted, and must keep its height. */
const unfoldedIds = new Set<string>();

/** A text with more lines is folded to 12 lines. */
const maxUnfoldedLines = 15;
/** A shorter text has no more lines, also on a phone. */
const minFoldedLength = 180;

/** True if a text may have so many lines that it is folded. It then has to be measured. */
export const mayBeFolded = (text: string): boolean =>
  text.length >= minFoldedLength || text.split("\n").length > maxUnfoldedLines;

/** A long text of which the first lines are shown until the reader unfolds it. */
export function FoldedText({ text, messageId }: { text: string; messageId: string }) {
  const textId = useId();
  const textRef = useRef<HTMLDivElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isLong, setIsLong] = useState(false);
  const [isUnfolded, setIsUnfolded] = useState(() => unfoldedIds.has(messageId));
  const isFolded = isLong && !isUnfolded;

  useLayoutEffect(() => {
    const element = textRef.current;
    if (!element) return;
    const measure = () => {
      const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
      setIsLong(element.scrollHeight > maxUnfoldedLines * lineHeight + 1);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const setUnfolded = (nextIsUnfolded: boolean) => {
    if (nextIsUnfolded) unfoldedIds.add(messageId);
    else unfoldedIds.delete(messageId);
    setIsUnfolded(nextIsUnfolded);
  };
  const toggle = () => {
    // The end of the text is gone: what the reader has pressed stays where it is. Unfolding adds text below.
    if (isUnfolded && buttonRef.current) keepInPlace(buttonRef.current);
    setUnfolded(!isUnfolded);
  };
  return (
    <>
      <div
        ref={textRef}
        id={textId}
        className={classes.text}
        data-folded={isFolded || undefined}
        // The browser scrolls to what its own search has found in the part that is not shown.
        onScroll={() => isFolded && setUnfolded(true)}
      >
        {text}
      </div>
      {isLong && (
        <button
          ref={buttonRef}
          type="button"
          className={classes.toggle}
          data-unfold
          aria-expanded={isUnfolded}
          aria-controls={textId}
          onClick={toggle}
        >
          {isUnfolded ? t`Show less` : t`Show more`}
        </button>
      )}
    </>
  );
}
