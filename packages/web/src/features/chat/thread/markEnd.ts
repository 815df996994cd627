const tolerancePx = 8;

/**
 * The ref of an empty element at the end of what scrolls in a thread. While it is out of view, the thread has
 * `data-above-end`: an attribute, so that no message renders again.
 */
export function markEnd(end: HTMLElement | null): (() => void) | undefined {
  const area = end?.parentElement;
  const thread = area?.parentElement;
  if (!end || !area || !thread) return;
  const observer = new IntersectionObserver(
    (entries) => thread.toggleAttribute("data-above-end", entries.at(-1)?.isIntersecting === false),
    { root: area, rootMargin: `0px 0px ${tolerancePx}px` },
  );
  observer.observe(end);
  return () => {
    observer.disconnect();
    thread.removeAttribute("data-above-end");
  };
}
