/** Text is laid out again for some frames, and the conversation follows its end at intervals. */
const maxFrames = 24;

/**
 * Runs a change of the conversation's width. The text being read stays where it is on the screen: the focused citation
 * if it is visible, else what is a third of the way down. Stops when the reader scrolls, types or clicks: a message
 * that is sent now scrolls to the end.
 */
export function preserveReadingPosition(change: () => void): void {
  const area = findScrollArea();
  const anchor = area && findAnchor(area);
  const top = anchor?.getBoundingClientRect().top ?? 0;
  change();
  if (!area || !anchor) return;
  const correct = () => {
    area.scrollTop += anchor.getBoundingClientRect().top - top;
  };
  correct();
  let frames = 0;
  const onFrame = () => {
    if (!anchor.isConnected || frames++ >= maxFrames) return stop();
    correct();
    handle = requestAnimationFrame(onFrame);
  };
  let handle = requestAnimationFrame(onFrame);
  const readerEvents = ["wheel", "touchmove", "keydown", "pointerdown"] as const;
  const startedAt = performance.now();
  // The event that caused the change, such as Esc, may still be on its way to the document.
  const onReaderEvent = ({ timeStamp }: Event) => timeStamp > startedAt && stop();
  const stop = () => {
    cancelAnimationFrame(handle);
    for (const type of readerEvents) document.removeEventListener(type, onReaderEvent);
  };
  for (const type of readerEvents) document.addEventListener(type, onReaderEvent, { passive: true });
}

function findScrollArea(): HTMLElement | null {
  let element = document.querySelector<HTMLElement>("main [data-message]");
  while (element && !/auto|scroll/.test(getComputedStyle(element).overflowY)) element = element.parentElement;
  return element;
}

function findAnchor(area: HTMLElement): Element | null {
  const { left, top, width, height, bottom } = area.getBoundingClientRect();
  const focused = document.activeElement;
  if (focused && area.contains(focused) && focused !== area) {
    const box = focused.getBoundingClientRect();
    if (box.top >= top && box.bottom <= bottom) return focused;
  }
  const found = document.elementFromPoint(left + width / 2, top + height / 3);
  return found && area.contains(found) ? found : null;
}
