import { type RefObject, useLayoutEffect, useState } from "react";

/**
 * True from the second line of a text on, until the field is empty. Otherwise the field, which gets wider with its second
 * line, would jump back and forth at its end.
 */
export function useIsMultiline(fieldRef: RefObject<HTMLTextAreaElement | null>, text: string): boolean {
  const [isMultiline, setIsMultiline] = useState(false);
  useLayoutEffect(() => {
    const field = fieldRef.current;
    if (text === "") setIsMultiline(false);
    else if (field && !isMultiline) setIsMultiline(hasTwoLines(field));
  }, [fieldRef, text, isMultiline]);
  return isMultiline;
}

function hasTwoLines(field: HTMLTextAreaElement): boolean {
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(field);
  const padding = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
  return field.scrollHeight - padding >= 2 * Number.parseFloat(lineHeight);
}
