import type { Locator } from "playwright-core";
import { waitForAnimations } from "./waitForAnimations.ts";

/** Returns the names of the controls in view that a notice covers, wholly or in part. Rejects while there is no notice. */
export async function listCoveredControls(dialog: Locator): Promise<string[]> {
  await waitForAnimations(dialog.page());
  return dialog.evaluate((element) => {
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
    return [...element.querySelectorAll("button, input, textarea, select, a[href]")]
      .filter(isCovered)
      .map((control) => control.getAttribute("aria-label") ?? control.textContent);
  });
}
