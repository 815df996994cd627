/**
 * Keeps an element where it is on the screen while content above it changes its height in the next frame: scrolls the
 * area that it is in.
 */
export function keepInPlace(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect();
  requestAnimationFrame(() => {
    const area = findScrollArea(element);
    if (area) area.scrollTop += element.getBoundingClientRect().top - top;
  });
}

function findScrollArea(element: HTMLElement): HTMLElement | null {
  for (let area = element.parentElement; area; area = area.parentElement)
    if (area.scrollHeight > area.clientHeight && getComputedStyle(area).overflowY === "auto") return area;
  return null;
}
