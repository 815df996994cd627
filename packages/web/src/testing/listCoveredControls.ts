import type { Locator } from "vitest/browser";

/** Returns the names of the controls in view that a notice covers, wholly or in part. Rejects while there is no notice. */
export async function listCoveredControls(dialog: Locator): Promise<(string | null)[]> {
  await waitForAnimations();
  const selector = "[data-notices][data-position] .mantine-Notification-root";
  const notices = [...document.querySelectorAll(selector)].map((notice) => notice.getBoundingClientRect());
  if (notices.length === 0) throw new Error("there is no notice");
  const isCovered = (control: Element) => {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const isInView = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).includes(control);
    const isTouching = (notice: DOMRect) =>
      notice.left < right && notice.right > left && notice.top < bottom && notice.bottom > top;
    return isInView && notices.some(isTouching);
  };
  return [...dialog.element().querySelectorAll("button, input, textarea, select, a[href]")]
    .filter(isCovered)
    .map((control) => control.getAttribute("aria-label") ?? control.textContent);
}

/** Waits until all animations have ended, except those that never end: they repeat, or scrolling drives them. */
async function waitForAnimations(): Promise<void> {
  const animations = document.getAnimations().filter(({ effect, timeline }) => {
    return timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity;
  });
  await Promise.all(animations.map(({ finished }) => finished.catch(() => {})));
}
