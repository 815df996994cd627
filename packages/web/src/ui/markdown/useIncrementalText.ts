import { useEffect, useReducer, useState } from "react";
import { onNextFrame } from "../../lib/onNextFrame.ts";
import { useIsPrinting } from "../printing/useIsPrinting.ts";
import { type FindFenceEnd, PacedText } from "./pacedText.ts";

interface IncrementalText {
  /** The part of the text to render now. */
  shown: string;
  /** True if the next frames show more. */
  isBehind: boolean;
  /** True if the rest is shown only after `unfold`. */
  isFolded: boolean;
  unfold: () => void;
}

/** Reveals a long or growing text in steps, one per animation frame. See pacedText.ts. All of it is printed. */
export function useIncrementalText(source: string, isStreaming: boolean, findFenceEnd: FindFenceEnd): IncrementalText {
  const [pacedText] = useState(() => new PacedText(isStreaming, findFenceEnd));
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const isPrinting = useIsPrinting();
  const { shown, isFolded } = pacedText.next(source, isStreaming);
  const isBehind = !isFolded && shown.length < source.length;
  // Each render reveals one more step.
  useEffect(() => (isBehind ? onNextFrame(rerender) : undefined));
  const unfold = () => {
    pacedText.unfold();
    rerender();
  };
  return isPrinting
    ? { shown: source, isBehind: false, isFolded: false, unfold }
    : { shown, isBehind, isFolded, unfold };
}
