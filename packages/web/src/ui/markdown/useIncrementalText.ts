import { useEffect, useReducer, useState } from "react";
import { onNextFrame } from "../../lib/onNextFrame.ts";

/** About as much markdown as one animation frame has time to render. */
const maxCharactersPerFrame = 3_000;

/**
 * The part of a text to render now. Large additions are revealed in steps, one per animation frame, so that no frame
 * takes long. A text that is complete from the start (`isStreaming` false) is rendered whole.
 */
export function useIncrementalText(source: string, isStreaming: boolean): { shown: string; isBehind: boolean } {
  const [pacedText] = useState(() => new PacedText(isStreaming ? "" : source));
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const shown = pacedText.next(source);
  const isBehind = shown.length < source.length;
  // Each render takes one step.
  useEffect(() => (isBehind ? onNextFrame(rerender) : undefined));
  return { shown, isBehind };
}

class PacedText {
  #shown: string;

  constructor(shown: string) {
    this.#shown = shown;
  }

  next(source: string): string {
    const isLongStep = source.length - this.#shown.length > maxCharactersPerFrame && source.startsWith(this.#shown);
    this.#shown = isLongStep ? source.slice(0, this.#end(source)) : source;
    return this.#shown;
  }

  /** Ends at a line break if possible: part of a line may look like different syntax for a frame. */
  #end(source: string): number {
    const limit = this.#shown.length + maxCharactersPerFrame;
    const lineStart = source.lastIndexOf("\n", limit) + 1;
    return lineStart > this.#shown.length ? lineStart : limit;
  }
}
