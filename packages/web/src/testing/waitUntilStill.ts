import { expect } from "vitest";
import type { Locator } from "vitest/browser";
import { boxOf } from "./screen.ts";

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Waits until an element no longer moves or changes its size. */
export async function waitUntilStill(locator: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const before = boxOf(locator).toJSON();
      for (let frame = 0; frame < 5; frame++) await nextFrame();
      return JSON.stringify(boxOf(locator)) === JSON.stringify(before);
    })
    .toBe(true);
}
