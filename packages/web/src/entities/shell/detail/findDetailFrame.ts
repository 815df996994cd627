/** Returns the frame of the detail panel around an element; null if there is none. */
export const findDetailFrame = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>("[data-detail-frame]") ?? null;
