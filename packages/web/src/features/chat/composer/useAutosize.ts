import { type RefObject, useLayoutEffect } from "react";

/** Makes a text field as high as its text where the browser cannot do that by itself. Its style sets the greatest height. */
export function useAutosize(fieldRef: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height.
  useLayoutEffect(() => {
    const field = fieldRef.current;
    if (!field || CSS.supports("field-sizing", "content")) return;
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight}px`;
  }, [fieldRef, text]);
}
