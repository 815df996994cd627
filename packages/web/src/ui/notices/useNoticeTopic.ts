import { useEffect } from "react";
import { closeNotices, type NoticeTopic } from "./showNotice.ts";

/** Closes the error of a topic when the part of the page that it is about is closed. */
export function useNoticeTopic(topic: NoticeTopic, isOpen = true): void {
  useEffect(() => {
    if (isOpen) return () => closeNotices(topic);
  }, [topic, isOpen]);
}
