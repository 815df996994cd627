import { narrowWidthPx } from "@lectern/contract";
import { type RefObject, useEffect, useRef } from "react";
import { isMobile } from "./sendingKey.ts";

/**
 * Focuses the message field when the conversation is opened, and when a focused stop button disappears. Does nothing on
 * narrow screens and mobile devices, which would show a keyboard, or if another field has the focus.
 */
export function useFocusOnWideScreen(fieldRef: RefObject<HTMLTextAreaElement | null>, isStreaming: boolean): void {
  const wasFocusedRef = useRef(false);
  useEffect(() => {
    if (isStreaming || innerWidth < narrowWidthPx || isMobile(navigator.userAgent)) return;
    const focused = document.activeElement;
    const isFree = focused === null || focused === document.body;
    const isField = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
    if (isField || (wasFocusedRef.current && !isFree)) return;
    wasFocusedRef.current = true;
    fieldRef.current?.focus({ preventScroll: true });
  }, [fieldRef, isStreaming]);
}
