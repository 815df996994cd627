interface KeyPress {
  key: string;
  shiftKey: boolean;
  /** True while an input method is composing. Old browsers report composition only as key code 229. */
  isComposing: boolean;
  keyCode: number;
}

/**
 * True if a key press in the message field sends the message: Enter without Shift, except during composition and on
 * mobile devices.
 */
export function isSendingKey({ key, shiftKey, isComposing, keyCode }: KeyPress, userAgent: string): boolean {
  return key === "Enter" && !shiftKey && !isComposing && keyCode !== 229 && !isMobile(userAgent);
}

/** True if the browser runs on a phone or a tablet, where Enter inserts a new line. */
export function isMobile(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod|Mobile|Silk|BlackBerry|Opera Mini/i.test(userAgent);
}
