import type { KeyboardEvent } from "react";

/** Whether a key press is for an input method that is still composing; some browsers say so by the key code 229 only. */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
