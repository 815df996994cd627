import { narrowWidthPx } from "@lectern/contract";
import { type RefObject, useEffect, useRef } from "react";
import { isMobile } from "./sendingKey.ts";

/**
 * Puts the focus into the message field where that opens no keyboard over the page: when the conversation is opened, and when
 * the button that stopped an answer has gone and taken the focus with it.
 */
export function useFocusOnWide(fieldRef: RefObject<HTMLTextAreaElement | null>, isStreaming: boolean): void {
  const wasFocused = useRef(false);
  useEffect(() => {
    if (isStreaming || innerWidth < narrowWidthPx || isMobile(navigator.userAgent)) return;
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (wasFocused.current && !isFree) return;
    wasFocused.current = true;
    fieldRef.current?.focus({ preventScroll: true });
  }, [fieldRef, isStreaming]);
}
