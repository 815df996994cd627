import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { listLargeModelChats, openNewConversation, waitForAnswerEnd } from "../../support/chatControls.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createPrompts } from "../../support/createPrompts.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { editBox } from "../../support/messageControls.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import { openPrompts } from "../../support/promptControls.ts";
import { composer, expectEventually, questions, waitUntilSendable } from "../../support/screen.ts";

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

async function openWithPrompts(options: Parameters<typeof fixture.openSignedIn>[0] = {}) {
  const visitor = await fixture.openSignedIn(options);
  await createPrompts(visitor.api, ...prompts);
  await openNewConversation(visitor.page, fixture.url);
  return visitor;
}

/**
 * Presses a key that belongs to a composition of an input method. In Safari, the key that ends a composition arrives
 * after the composition has ended, with the key code 229.
 */
const pressWhileComposing = (field: Locator, key: string, keyCode = 0) =>
  field.evaluate((element, init) => element.dispatchEvent(new KeyboardEvent("keydown", init)), {
    key,
    keyCode,
    isComposing: keyCode === 0,
    bubbles: true,
    cancelable: true,
  });

test("[C1.04, C2.29, C5.07] a slash opens the list, typing narrows it, and a prompt can be inserted by keyboard alone or with the mouse, also in the middle of a message", async () => {
  const { page } = await openWithPrompts();
  expect(await composer(page).getAttribute("placeholder")).toBe("Ask anything, / for prompts");
  await composer(page).focus();
  await page.keyboard.type("/zeb");
  await expectEventually(() => readOptionNames(page)).toEqual(["Zebra facts", "Zebra poem"]);
  const maxHeight = await slashList(page).evaluate((list) => getComputedStyle(list).maxHeight);
  expect(maxHeight).toBe("208px"); // 13rem
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

test("the prompt that was used last is the first in the list, also after a reload", async () => {
  const { page } = await openWithPrompts();
  await composer(page).pressSequentially("/zebrapoem");
  await slashList(page).getByRole("option", { name: "Zebra poem" }).click();
  await expectEventually(() => composer(page).inputValue()).toBe("Write a poem about a zebra.");
  await composer(page).fill("");
  await page.reload();
  await composer(page).pressSequentially("/");
  await expectEventually(async () => (await readOptionNames(page)).slice(0, 2)).toEqual(["Zebra poem", "Zebra facts"]);
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

test("[C2.29] a list that is longer than its box scrolls with the keys, and closes when the field loses the focus; at 390 px it is above the field within the window", async () => {
  const { page } = await openWithPrompts({ hasTouch: true });
  await composer(page).focus();
  await page.keyboard.type("/");
  await slashList(page).waitFor();
  await checkAxe(page, "the open slash list");
  await page.keyboard.press("ArrowUp");
  const lastOption = slashList(page).getByRole("option").last();
  await expectEventually(() => lastOption.getAttribute("aria-selected")).toBe("true");
  const isOptionInView = () =>
    lastOption.evaluate((option) => {
      const list = option.parentElement?.getBoundingClientRect();
      const { top, bottom } = option.getBoundingClientRect();
      return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1;
    });
  await expectEventually(isOptionInView).toBe(true);
  await page.keyboard.press("Shift+Tab");
  await slashList(page).waitFor({ state: "detached" });
  expect(await composer(page).inputValue()).toBe("/");
  await composer(page).focus();
  await slashList(page).waitFor();

  await page.setViewportSize(narrowViewport);
  await composer(page).fill("");
  await page.keyboard.type("/zebra");
  await slashList(page).waitFor();
  const box = await slashList(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(narrowViewport.width);
  const option = await slashList(page).getByRole("option").first().boundingBox();
  expect(option?.height).toBeGreaterThanOrEqual(40);
  await slashList(page).getByRole("option", { name: "Zebra poem" }).tap();
  await expectEventually(() => composer(page).inputValue()).toBe("Write a poem about a zebra.");
});

test("in a low window the list that a slash opens is below the header, with all of the selected prompt", async () => {
  const { page } = await openWithPrompts({ viewport: { width: 844, height: 390 } });
  await composer(page).focus();
  await page.keyboard.type("/");
  await slashList(page).waitFor();
  const header = await page.getByRole("banner").boundingBox();
  const readBox = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error("the list is shown");
    return { top: box.y, bottom: box.y + box.height };
  };
  expect((await readBox(slashList(page))).top).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 390));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const selected = slashList(page).getByRole("option", { selected: true });
  const isWhollyShown = async () => {
    const [list, option] = await Promise.all([readBox(slashList(page)), readBox(selected)]);
    return option.top >= list.top && option.bottom <= list.bottom - 20;
  };
  await expectEventually(isWhollyShown).toBe(true);
});

test("[C2.29] [C5.07] a literal slash can be sent: after Esc, in a path or a URL, and without a matching prompt; the keys of an input method choose no prompt; arrow up in an empty field opens the last message for editing", async () => {
  const { page } = await openWithPrompts();
  const getLastPrompt = () => listLargeModelChats(fixture.workspace.models).at(-1)?.prompt;
  await composer(page).focus();
  await page.keyboard.press("ArrowUp");
  expect(await editBox(page).count()).toBe(0);
  await page.keyboard.type("/zeb");
  await expectEventually(() => readOptionNames(page)).toEqual(["Zebra facts", "Zebra poem"]);
  for (const keyCode of [0, 229]) await pressWhileComposing(composer(page), "Enter", keyCode);
  expect(await composer(page).inputValue()).toBe("/zeb");
  await page.keyboard.press("Escape");
  await slashList(page).waitFor({ state: "detached" });
  expect(await composer(page).inputValue()).toBe("/zeb");
  await waitUntilSendable(page);
  await page.keyboard.press("Enter");
  await expectEventually(getLastPrompt).toBe("/zeb");
  await waitForAnswerEnd(page);

  const sentence = "What belongs in / or /zebra?";
  const paths = "zebra/facts See https://example.org/zebra and /usr/local/bin";
  for (const text of ["/nothing", sentence, paths]) {
    await composer(page).focus();
    // Enter would choose a prompt if the list were open after any of the words.
    for (const [index, word] of text.split(" ").entries()) {
      await page.keyboard.type(index === 0 ? word : ` ${word}`);
      await slashList(page).waitFor({ state: "detached" });
    }
    await waitUntilSendable(page);
    await page.keyboard.press("Enter");
    await expectEventually(getLastPrompt).toBe(text);
    await waitForAnswerEnd(page);
  }
  await composer(page).fill("typed");
  await composer(page).press("ArrowUp");
  expect(await editBox(page).count()).toBe(0);
  await composer(page).fill("");
  await composer(page).press("ArrowUp");
  await expectEventually(() => editBox(page).inputValue()).toBe(paths);
  await page.keyboard.press("Escape");

  await openPrompts(page);
  for (const name of ["Search prompts", "Search chats"]) {
    const search = page.getByRole("searchbox", { name });
    await search.fill("ze");
    for (const key of ["ArrowDown", "Escape"]) await pressWhileComposing(search, key);
    expect(await search.inputValue()).toBe("ze");
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
  }
});
