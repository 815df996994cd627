const claims = new WeakMap<HTMLElement, AbortController>();
/** Keys in the area scroll it, too. */
const readerEvents = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * Calls `step` in each frame to scroll an area, until it returns false. Stops when the person scrolls, and when something
 * else is to be scrolled to. Returns a function that stops it.
 */
export function scrollInFrames(area: HTMLElement, step: () => boolean): () => void {
  stopScrolling(area);
  const controller = new AbortController();
  claims.set(area, controller);
  let frameHandle = 0;
  const stop = () => controller.abort();
  const onFrame = () => {
    if (step()) frameHandle = requestAnimationFrame(onFrame);
    else stop();
  };
  const { signal } = controller;
  signal.addEventListener("abort", () => cancelAnimationFrame(frameHandle));
  for (const type of readerEvents) area.addEventListener(type, stop, { passive: true, signal });
  frameHandle = requestAnimationFrame(onFrame);
  return stop;
}

/** Stops what scrolls an area in frames, because the person goes somewhere else with a control outside of the area. */
export function stopScrolling(area: HTMLElement): void {
  claims.get(area)?.abort();
}
