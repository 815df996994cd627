import { useEffect, useReducer, useState } from "react";
import { onNextFrame } from "../../lib/onNextFrame.ts";

/** A frame has time for about so many more characters of markdown. */
const mostAFrame = 3_000;

/**
 * A text as far as it is to be drawn now: what comes at once is drawn in steps, one a frame, so that no frame takes long. A text
 * that is there from the start (`isComing` false) is drawn whole.
 */
export function useSteps(source: string, isComing: boolean): { shown: string; isBehind: boolean } {
  const [steps] = useState(() => new Steps(isComing ? "" : source));
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const shown = steps.next(source);
  const isBehind = shown.length < source.length;
  // Each draw takes one step.
  useEffect(() => (isBehind ? onNextFrame(drawAgain) : undefined));
  return { shown, isBehind };
}

class Steps {
  #shown: string;

  constructor(shown: string) {
    this.#shown = shown;
  }

  next(source: string): string {
    const isLongStep = source.length - this.#shown.length > mostAFrame && source.startsWith(this.#shown);
    this.#shown = isLongStep ? source.slice(0, this.#end(source)) : source;
    return this.#shown;
  }

  /** Whole lines, if there is one to end at: half of one may look like something else for a frame. */
  #end(source: string): number {
    const most = this.#shown.length + mostAFrame;
    const line = source.lastIndexOf("\n", most) + 1;
    return line > this.#shown.length ? line : most;
  }
}
