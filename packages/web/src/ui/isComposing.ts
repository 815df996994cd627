import type { KeyboardEvent } from "react";

/** True if an input method is still composing. Some browsers report composition only by the key code 229. */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
