import { narrowWidthPx } from "@lectern/contract";
import { type RefObject, useEffect, useRef } from "react";
import { isMobile } from "./sendingKey.ts";

/**
 * Focuses the message field on devices without an on-screen keyboard: when the conversation is opened, and when a
 * focused stop button disappears. Never moves the focus away from another field.
 */
export function useFocusOnWideScreen(fieldRef: RefObject<HTMLTextAreaElement | null>, isStreaming: boolean): void {
  const wasFocused = useRef(false);
  useEffect(() => {
    if (isStreaming || innerWidth < narrowWidthPx || isMobile(navigator.userAgent)) return;
    const focused = document.activeElement;
    const isFree = focused === null || focused === document.body;
    const isField = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
    if (isField || (wasFocused.current && !isFree)) return;
    wasFocused.current = true;
    fieldRef.current?.focus({ preventScroll: true });
  }, [fieldRef, isStreaming]);
}
