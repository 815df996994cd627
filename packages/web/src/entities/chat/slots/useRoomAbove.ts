import { type RefObject, useLayoutEffect } from "react";

/**
 * Writes the height between the lower edge of an element and the top of the chat's messages to `--room` of the element,
 * because in a low window the field is near the header.
 */
export function useRoomAbove(ref: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const element = ref.current;
    const bounds = element?.closest("[data-list-bounds]");
    if (!isShown || !element || !bounds) return;
    const measure = () => {
      const room = element.getBoundingClientRect().bottom - bounds.getBoundingClientRect().top;
      element.style.setProperty("--room", `${room}px`);
    };
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [ref, isShown]);
}
