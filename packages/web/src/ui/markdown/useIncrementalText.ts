import { useEffect, useReducer, useState } from "react";
import { onNextFrame } from "../../lib/onNextFrame.ts";

/** About as much markdown as can be rendered in one animation frame. */
const maxCharactersPerFrame = 3_000;

/**
 * Returns the part of `source` to render now. Large additions are revealed in steps, one per animation frame, so that
 * no frame takes long. Text that is complete from the start (`isStreaming` false) is rendered in one step.
 */
export function useIncrementalText(source: string, isStreaming: boolean): { shown: string; isBehind: boolean } {
  const [pacedText] = useState(() => new PacedText(isStreaming ? "" : source));
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const shown = pacedText.next(source);
  const isBehind = shown.length < source.length;
  // Each render reveals one more step.
  useEffect(() => (isBehind ? onNextFrame(rerender) : undefined));
  return { shown, isBehind };
}

class PacedText {
  #shown: string;

  constructor(text: string) {
    this.#shown = text;
  }

  next(source: string): string {
    const isLongStep = source.length - this.#shown.length > maxCharactersPerFrame && source.startsWith(this.#shown);
    this.#shown = isLongStep ? source.slice(0, this.#findStepEnd(source)) : source;
    return this.#shown;
  }

  /** Ends the step at a line break if possible, because part of a line may briefly look like different syntax. */
  #findStepEnd(source: string): number {
    const limit = this.#shown.length + maxCharactersPerFrame;
    const lineStart = source.lastIndexOf("\n", limit) + 1;
    return lineStart > this.#shown.length ? lineStart : limit;
  }
}
