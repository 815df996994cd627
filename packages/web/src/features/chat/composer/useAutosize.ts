import { type RefObject, useLayoutEffect } from "react";

/** Makes a text field as high as its text in browsers without `field-sizing`. The field's CSS limits the height. */
export function useAutosize(fieldRef: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height.
  useLayoutEffect(() => {
    const field = fieldRef.current;
    if (!field || CSS.supports("field-sizing", "content")) return;
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight}px`;
  }, [fieldRef, text]);
}
