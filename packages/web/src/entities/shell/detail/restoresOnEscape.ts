/** True for a field that Esc restores instead of closing what it is in: it has Mantine's mark. */
export function restoresOnEscape(target: EventTarget | null): boolean {
  return target instanceof Element && target.getAttribute("data-mantine-stop-propagation") === "true";
}
