import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import { createPrompts } from "../../support/content/createPrompts.ts";
import { listLargeModelChats, openNewConversation } from "../../support/pages/chatControls.ts";
import { composer, expectEventually, questions, waitUntilSendable } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const slashList = (page: Page) => page.getByRole("listbox", { name: "Prompts" });
const readOptionNames = (page: Page) =>
  slashList(page).getByRole("option").locator("span:first-child").allTextContents();
const readChosenOption = (page: Page) =>
  slashList(page).getByRole("option", { selected: true }).locator("span:first-child").textContent();

const prompts = [
  { name: "Zebra facts", content: "Tell me three facts about zebras.", description: "About stripes" },
  { name: "Zebra poem", content: "Write a poem about a zebra." },
  { name: "Hidden zebra", content: "Nobody sees this.", data: { hidden: true } },
  { name: "Zoo keeper", content: "You keep a zoo.", type: "root_prompt" as const },
];

async function openWithPrompts() {
  const visitor = await fixture.openSignedIn();
  await createPrompts(visitor.api, ...prompts);
  await openNewConversation(visitor.page, fixture.url);
  return visitor;
}

test("[C1.04, C2.29, C5.07] a slash opens the list, typing narrows it, and a prompt can be inserted by keyboard alone or with the mouse, also in the middle of a message", async () => {
  const { page } = await openWithPrompts();
  expect(await composer(page).getAttribute("placeholder")).toBe("Ask anything, / for prompts");
  await composer(page).focus();
  await page.keyboard.type("/zeb");
  await expectEventually(() => readOptionNames(page)).toEqual(["Zebra facts", "Zebra poem"]);
  const maxHeight = await slashList(page).evaluate((list) => getComputedStyle(list).maxHeight);
  expect(maxHeight).toBe("208px"); // 13rem
  await checkAxe(page, "the open slash list");
  expect(await readChosenOption(page)).toBe("Zebra facts");
  const readActiveId = () => composer(page).getAttribute("aria-activedescendant");
  const firstActiveId = await readActiveId();
  expect(await page.locator(`[id="${firstActiveId}"]`).getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("ArrowDown");
  await expectEventually(() => readChosenOption(page)).toBe("Zebra poem");
  expect(await readActiveId()).not.toBe(firstActiveId);
  await page.keyboard.press("ArrowDown");
  await expectEventually(() => readChosenOption(page)).toBe("Zebra facts");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expectEventually(() => composer(page).inputValue()).toBe("Write a poem about a zebra.");
  expect(await slashList(page).count()).toBe(0);
  expect(await questions(page).count()).toBe(0);
  // Undo restores the typed text.
  await page.keyboard.press("Control+z");
  await expectEventually(() => composer(page).inputValue()).toBe("/zeb");
  await page.keyboard.press("Control+Shift+z");
  await expectEventually(() => composer(page).inputValue()).toBe("Write a poem about a zebra.");

  // A name can be typed as it is shown, with its spaces.
  await composer(page).fill("");
  await page.keyboard.type("/zebra po");
  await expectEventually(() => readOptionNames(page)).toEqual(["Zebra poem"]);
  await page.keyboard.press("Enter");
  await expectEventually(() => composer(page).inputValue()).toBe("Write a poem about a zebra.");
  expect(await questions(page).count()).toBe(0);

  // Tab and the mouse choose a prompt too, also in the middle of a message.
  await composer(page).fill("");
  await page.keyboard.type("Please: /poem");
  await expectEventually(() => readOptionNames(page)).toEqual(["Zebra poem"]);
  await page.keyboard.press("Tab");
  await expectEventually(() => composer(page).inputValue()).toBe("Please: Write a poem about a zebra.");
  await page.keyboard.type(" /facts");
  await slashList(page).getByRole("option", { name: "Zebra facts" }).click();
  const filledTexts = "Please: Write a poem about a zebra. Tell me three facts about zebras.";
  await expectEventually(() => composer(page).inputValue()).toBe(filledTexts);
  expect(await composer(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await questions(page).first().waitFor();
  await expectEventually(() => listLargeModelChats(fixture.workspace.models).at(-1)?.prompt).toBe(filledTexts);
});

test("[C5.07] the code of the lists that / and @ open is loaded before one is typed; Enter sends nothing while the list that a slash opened is still being loaded", async () => {
  const { page } = await openWithPrompts();
  const deferredCode = Promise.withResolvers<void>();
  await page.route("**/assets/SlashList-*.js", async (route) => {
    await deferredCode.promise;
    await route.continue();
  });
  const codeRequest = page.waitForRequest("**/assets/SlashList-*.js");
  const assistantCode = page.waitForResponse("**/assets/AssistantList-*.js");
  await page.reload();
  // Nobody has typed yet.
  await Promise.all([codeRequest, assistantCode]);
  await composer(page).focus();
  await page.keyboard.type("/zeb");
  await waitUntilSendable(page);
  await page.keyboard.press("Enter");
  deferredCode.resolve();
  await expectEventually(() => readOptionNames(page)).toEqual(["Zebra facts", "Zebra poem"]);
  expect(await composer(page).inputValue()).toBe("/zeb");
  expect(await questions(page).count()).toBe(0);
});
