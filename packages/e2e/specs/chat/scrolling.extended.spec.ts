import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import { branchOf, openStoredConversation } from "../../support/content/storedConversation.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

/** Returns the scroll position of the messages, in px. */
function getScrollPosition(page: Page): Promise<{ top: number; toEnd: number }> {
  return page.getByRole("log").evaluate((log) => {
    let area: Element | null = log;
    while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
    if (!area) throw new Error("nothing scrolls");
    return { top: area.scrollTop, toEnd: area.scrollHeight - area.clientHeight - area.scrollTop };
  });
}

test("the view follows growing content and a resized window at once, and then again after 250 ms", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await page.clock.install();
  await openStoredConversation(person, fixture.url, "local", branchOf(["Much", generateWords(900)]));
  await page.clock.pauseAt(Date.now() + 60_000);
  /** Returns the distance to the end once the page has seen the change. */
  const measureAfter = async (change: () => Promise<unknown>) => {
    await change();
    await page.getByRole("log").evaluate(
      (log) =>
        new Promise<void>((resolve) => {
          const observer = new ResizeObserver(() => {
            observer.disconnect();
            resolve();
          });
          observer.observe(log);
        }),
    );
    return (await getScrollPosition(page)).toEnd;
  };
  const growContent = () =>
    page.getByRole("log").evaluate((log) => {
      const block = document.createElement("div");
      block.style.height = "200px";
      log.append(block);
    });
  let height = 800;
  const shrinkWindow = () => {
    height -= 100;
    return page.setViewportSize({ width: 1280, height });
  };
  for (const change of [growContent, shrinkWindow]) {
    expect(await measureAfter(change)).toBeLessThanOrEqual(1);
    expect(await measureAfter(change)).toBeGreaterThan(50);
    await page.clock.runFor(249);
    expect((await getScrollPosition(page)).toEnd).toBeGreaterThan(50);
    await page.clock.runFor(1);
    expect((await getScrollPosition(page)).toEnd).toBeLessThanOrEqual(1);
    await page.clock.runFor(250);
  }
});
