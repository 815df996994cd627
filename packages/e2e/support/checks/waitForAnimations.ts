import type { Page } from "playwright-core";

/** Waits until all animations have ended, except those that never end: they repeat, or scrolling drives them. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    const animations = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
      );
    return Promise.all(animations.map(({ finished }) => finished.catch(() => {})));
  });
}
