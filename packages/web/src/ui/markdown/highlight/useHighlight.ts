import { useEffect, useRef, useState } from "react";
import { highlight } from "./highlighter.ts";
import { findLanguage } from "./languages.ts";

/** Longer code stays plain: highlighting would be slow and create many elements. */
const maxCodeCharacters = 200_000;
/** While code streams, colours are updated at this interval and only up to this length. */
const streamingIntervalMs = 500;
const maxStreamingCodeCharacters = 20_000;
/** The number of lines that get their colours in one animation frame. */
const linesPerFrame = 400;

interface HighlightedCode {
  code: string;
  lines: readonly string[];
}

const noColors: readonly string[] = [];

/** Returns the colours of the lines highlighted so far, as `highlightCode` does. Later lines are still plain. */
export function useHighlight(code: string, language: string, isComplete: boolean): readonly string[] {
  const { grammar } = findLanguage(language);
  const [highlightedCode, setHighlightedCode] = useState<HighlightedCode | null>(null);
  const latestCodeRef = useRef(code);
  useEffect(() => {
    latestCodeRef.current = code;
  }, [code]);

  useEffect(() => {
    if (!isComplete || !grammar || code === "" || code.length > maxCodeCharacters) return;
    let isCancelled = false;
    let frameHandle = 0;
    void highlight(code, grammar).then((lines) => {
      if (!lines) return;
      const show = (count: number) => {
        if (isCancelled) return;
        setHighlightedCode({ code, lines: count < lines.length ? lines.slice(0, count) : lines });
        if (count < lines.length) frameHandle = requestAnimationFrame(() => show(count + linesPerFrame));
      };
      show(linesPerFrame);
    });
    return () => {
      isCancelled = true;
      cancelAnimationFrame(frameHandle);
    };
  }, [code, grammar, isComplete]);

  useEffect(() => {
    if (isComplete || !grammar) return;
    let isBusy = false;
    let lastRequestedCode = "";
    const timer = setInterval(() => {
      const wholeLines = latestCodeRef.current.slice(0, latestCodeRef.current.lastIndexOf("\n") + 1);
      if (
        isBusy ||
        wholeLines === lastRequestedCode ||
        wholeLines === "" ||
        wholeLines.length > maxStreamingCodeCharacters
      )
        return;
      isBusy = true;
      lastRequestedCode = wholeLines;
      void highlight(wholeLines, grammar, { isCacheable: false }).then((lines) => {
        isBusy = false;
        // Drop the empty last line, which has no text yet.
        if (lines) setHighlightedCode({ code: wholeLines, lines: lines.slice(0, -1) });
      });
    }, streamingIntervalMs);
    return () => clearInterval(timer);
  }, [grammar, isComplete]);

  return highlightedCode && code.startsWith(highlightedCode.code) ? highlightedCode.lines : noColors;
}
