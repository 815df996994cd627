import { onTestFinished } from "vitest";
import { cdp, type Locator } from "vitest/browser";

/** Makes the page that of a touch device (`pointer: coarse`, no hover) until the test ends. */
export async function emulateTouch(): Promise<void> {
  await cdp().send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 1 });
  onTestFinished(async () => {
    await cdp().send("Emulation.setTouchEmulationEnabled", { enabled: false });
  });
}

/** True if a finger hits the element: nothing covers its middle, and it is not only in the page. */
export function isHit(locator: Locator): boolean {
  const element = locator.element();
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}
