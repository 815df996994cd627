import { narrowWidthPx } from "@lectern/contract";
import { type RefObject, useEffect, useRef } from "react";
import { isMobile } from "./sendingKey.ts";

/**
 * Puts the focus into the message field where that opens no keyboard over the page: when the conversation is opened, and when
 * the button that stopped an answer has gone and taken the focus with it. Never out of another field, such as a name that is
 * being changed.
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
