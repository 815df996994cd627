import { expect, test } from "vitest";
import { keepLocal, localConversation } from "../../support/browserStorage.ts";
import { openStage } from "../../support/openStage.ts";
import { listOf, openWorkspace, rowOf, soon } from "../../support/screen.ts";

const stage = openStage();
const hourMs = 3_600_000;

test("of 10,000 conversations those in view stand in the page, and the search finds any of them", async () => {
  const { page, userId } = await stage.enter();
  await openWorkspace(page, stage.url);
  const conversations = Array.from({ length: 10_000 }, (_, index) =>
    localConversation(`listed-${index}`, `Number ${index} of the list`, {
      updatedAt: new Date(Date.now() - index * hourMs).toISOString(),
    }),
  );
  await keepLocal(page, userId, conversations);
  await page.reload();
  await rowOf(page, "Number 0 of the list").waitFor();
  expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(5_000);
  await page.getByRole("searchbox", { name: "Search conversations" }).fill("number 9876");
  await rowOf(page, "Number 9876 of the list").waitFor();
  await soon(() => listOf(page).locator("[data-row]").count()).toBe(1);
});

test("what was changed today was changed yesterday once midnight has passed", async () => {
  const { page, userId } = await stage.enter();
  const now = new Date();
  const evening = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 23, 50);
  await page.clock.install({ time: evening });
  await openWorkspace(page, stage.url);
  const updatedAt = new Date(evening.getTime() - hourMs).toISOString();
  await keepLocal(page, userId, [localConversation("one", "Of the evening", { updatedAt })]);
  await page.reload();
  await rowOf(page, "Of the evening").waitFor();
  const heading = listOf(page).getByRole("heading");
  expect(await heading.allTextContents()).toEqual(["Today"]);
  await page.clock.fastForward(15 * 60_000);
  await soon(() => heading.allTextContents()).toEqual(["Yesterday"]);
});
