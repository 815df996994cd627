import { useEffect, useReducer, useState } from "react";
import { onNextFrame } from "../../lib/onNextFrame.ts";

/** A frame has time for about so many more characters of markdown. */
const maxCharactersPerFrame = 3_000;

/**
 * A text as far as it is to be drawn now: what comes at once is drawn in steps, one a frame, so that no frame takes long. A text
 * that is there from the start (`isStreaming` false) is drawn whole.
 */
export function useIncrementalText(source: string, isStreaming: boolean): { shown: string; isBehind: boolean } {
  const [steps] = useState(() => new Steps(isStreaming ? "" : source));
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const shown = steps.next(source);
  const isBehind = shown.length < source.length;
  // Each draw takes one step.
  useEffect(() => (isBehind ? onNextFrame(rerender) : undefined));
  return { shown, isBehind };
}

class Steps {
  #shown: string;

  constructor(shown: string) {
    this.#shown = shown;
  }

  next(source: string): string {
    const isLongStep = source.length - this.#shown.length > maxCharactersPerFrame && source.startsWith(this.#shown);
    this.#shown = isLongStep ? source.slice(0, this.#end(source)) : source;
    return this.#shown;
  }

  /** Whole lines, if there is one to end at: half of one may look like something else for a frame. */
  #end(source: string): number {
    const most = this.#shown.length + maxCharactersPerFrame;
    const line = source.lastIndexOf("\n", most) + 1;
    return line > this.#shown.length ? line : most;
  }
}
