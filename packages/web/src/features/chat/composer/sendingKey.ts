interface KeyPress {
  key: string;
  shiftKey: boolean;
  /** An input method is still composing; old browsers say so by the key code 229 only. */
  isComposing: boolean;
  keyCode: number;
}

/** [C2.13, C5.07] Whether a key press in the message field sends: Enter, without Shift, not while composing, not on a mobile device. */
export function isSendingKey({ key, shiftKey, isComposing, keyCode }: KeyPress, userAgent: string): boolean {
  return key === "Enter" && !shiftKey && !isComposing && keyCode !== 229 && !isMobile(userAgent);
}

/** Whether the browser runs on a phone or a tablet, where Enter is for a new line. */
export function isMobile(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod|Mobile|Silk|BlackBerry|Opera Mini/i.test(userAgent);
}
