/** The minimum time for which an input counts, in ms. A scroll by keys or a wheel is animated. */
const inputEffectMs = 500;
const scrollKeys: ReadonlySet<string> = new Set(["ArrowUp", "PageUp", "Home", " ", "Tab"]);

interface ReaderScroll {
  /** True if there has just been such input. */
  isLikely: () => boolean;
  unwatch: () => void;
}

/** Watches for input that scrolls an area upwards. The browser also scrolls it when the area's content changes. */
export function watchReaderScroll(area: HTMLElement): ReaderScroll {
  let lastInput: Event | null = null;
  const controller = new AbortController();
  const options = { passive: true, signal: controller.signal };
  const handleInput = (event: Event) => {
    lastInput = event;
    const expire = () => {
      if (lastInput === event) lastInput = null;
    };
    // If the page was busy, the scroll is reported in the next frame, before its callbacks.
    setTimeout(() => requestAnimationFrame(expire), inputEffectMs);
  };
  area.addEventListener("touchmove", handleInput, options);
  area.addEventListener("wheel", (event) => event.deltaY < 0 && handleInput(event), options);
  area.addEventListener("keydown", (event) => scrollKeys.has(event.key) && handleInput(event), options);
  return { isLikely: () => lastInput !== null, unwatch: () => controller.abort() };
}
