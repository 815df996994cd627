import { useEffect, useRef, useState } from "react";
import { highlight } from "./highlighter.ts";
import { findLanguage } from "./languages.ts";

/** Beyond this, code stays plain: it would take long and many elements. */
const maxCodeCharacters = 200_000;
/** While more comes, the colours follow at this pace, and only up to this length. */
const streamingIntervalMs = 500;
const maxStreamingCodeCharacters = 20_000;
/** Lines that get their colours in one frame. */
const linesPerFrame = 400;

interface Highlighted {
  code: string;
  lines: readonly string[];
}

const none: readonly string[] = [];

/** The colours of the lines that have been worked out so far; the lines behind them are plain for now. */
export function useHighlight(code: string, language: string, isComplete: boolean): readonly string[] {
  const { grammar } = findLanguage(language);
  const [done, setDone] = useState<Highlighted | null>(null);
  const latest = useRef(code);
  useEffect(() => {
    latest.current = code;
  }, [code]);

  useEffect(() => {
    if (!isComplete || !grammar || code === "" || code.length > maxCodeCharacters) return;
    let isWanted = true;
    let frame = 0;
    void highlight(code, grammar).then((lines) => {
      if (!lines) return;
      const show = (count: number) => {
        if (!isWanted) return;
        setDone({ code, lines: count < lines.length ? lines.slice(0, count) : lines });
        if (count < lines.length) frame = requestAnimationFrame(() => show(count + linesPerFrame));
      };
      show(linesPerFrame);
    });
    return () => {
      isWanted = false;
      cancelAnimationFrame(frame);
    };
  }, [code, grammar, isComplete]);

  useEffect(() => {
    if (isComplete || !grammar) return;
    let isBusy = false;
    let sent = "";
    const timer = setInterval(() => {
      const wholeLines = latest.current.slice(0, latest.current.lastIndexOf("\n") + 1);
      if (isBusy || wholeLines === sent || wholeLines === "" || wholeLines.length > maxStreamingCodeCharacters) return;
      isBusy = true;
      sent = wholeLines;
      void highlight(wholeLines, grammar, { isRemembered: false }).then((lines) => {
        isBusy = false;
        // The last of them is the empty line that has no text yet.
        if (lines) setDone({ code: wholeLines, lines: lines.slice(0, -1) });
      });
    }, streamingIntervalMs);
    return () => clearInterval(timer);
  }, [grammar, isComplete]);

  return done && code.startsWith(done.code) ? done.lines : none;
}
