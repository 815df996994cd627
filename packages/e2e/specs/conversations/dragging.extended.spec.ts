import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browser/browserStorage.ts";
import { createFolders } from "../../support/pages/folders.ts";
import {
  conversationList,
  conversationRow,
  expectEventually,
  expectVisible,
  readConversationNames,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

test("in a list of hundreds the arrow keys reach conversations out of view, and it scrolls while something is dragged near its edge", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await createFolders(person.api, [{ id: "c", name: "Course" }]);
  const manyConversations = Array.from({ length: 300 }, (_, index) =>
    buildLocalConversation(`n-${index}`, `Number ${index}`, {
      updatedAt: new Date(Date.UTC(2025, 0, 1) - index * 60_000).toISOString(),
    }),
  );
  await openWorkspaceWith(person, fixture.url, manyConversations);
  await conversationRow(page, "Number 0").focus();
  await page.keyboard.press("End");
  const readFocusedText = () => page.evaluate(() => document.activeElement?.textContent);
  await expectEventually(readFocusedText).toContain("Number 299");
  await page.keyboard.press("ArrowUp");
  await expectEventually(readFocusedText).toContain("Number 298");
  await page.keyboard.press("Enter");
  await expectVisible(page.getByRole("log"), "Answer of Number 298");
  const grid = conversationList(page).getByRole("treegrid");
  const top = await grid.boundingBox();
  if (!top) throw new Error("the list is in view");
  const from = conversationRow(page, "Number 295");
  await from.scrollIntoViewIfNeeded();
  await conversationList(page).locator("[data-drags]").waitFor();
  const start = await from.boundingBox();
  if (!start) throw new Error("the row is in view");
  await page.mouse.move(start.x + 40, start.y + 10);
  await page.mouse.down();
  await page.mouse.move(start.x + 44, start.y + 2, { steps: 3 });
  for (let step = 0; step < 2; step++) await page.mouse.move(top.x + 60, top.y + 12 + step, { steps: 4 });
  await expectEventually(() => grid.evaluate((element) => element.scrollTop)).toBe(0);
  await page.mouse.up();
  expect((await readConversationNames(page)).length).toBeGreaterThan(0);
});
