import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { questions, sendButton } from "../../../testing/chatPage.ts";
import { complete, editBox, listSentTexts, waitForRequest } from "../../../testing/chatSteps.ts";
import { openPrompts } from "../../../testing/promptPanel.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { banner, boxOf, composer, eventually } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";
import { stubPrompts } from "../../../testing/stubFolders.ts";

const slashList = () => page.getByRole("listbox", { name: "Prompts" });
const options = () => slashList().getByRole("option");
const selectedOption = () => slashList().getByRole("option", { selected: true });
const readOptionNames = () =>
  options()
    .elements()
    .map((option) => option.querySelector("span")?.textContent);

/** Renders the app with three prompts that the list offers or leaves out, besides the built-in ones. */
async function renderWithPrompts(): Promise<void> {
  stubPrompts(
    { name: "Zebra facts", content: "Tell me three facts about zebras.", description: "About stripes" },
    { name: "Zebra poem", content: "Write a poem about a zebra." },
    { name: "Hidden zebra", content: "Nobody sees this.", data: { hidden: true } },
    { name: "Zoo keeper", content: "You keep a zoo.", type: "root_prompt" },
  );
  await renderApp();
  await composer().click();
}

/** Types a text that opens the list, and waits until it offers exactly the prompts of zebras. */
async function openZebras(): Promise<void> {
  await userEvent.keyboard("/zeb");
  await eventually(readOptionNames).toEqual(["Zebra facts", "Zebra poem"]);
}

/**
 * Presses a key that belongs to a composition of an input method. In Safari, the key that ends a composition arrives
 * after the composition has ended, with the key code 229.
 */
function pressWhileComposing(field: Locator, key: string, keyCode = 0): void {
  const isComposing = keyCode === 0;
  const event = new KeyboardEvent("keydown", { key, keyCode, isComposing, bubbles: true, cancelable: true });
  field.element().dispatchEvent(event);
}

test("the prompt that was used last is the first in the list, also after a reload", async () => {
  await renderWithPrompts();
  await openZebras();
  await options().filter({ hasText: "Zebra poem" }).click();
  await expect.element(composer()).toHaveValue("Write a poem about a zebra.");
  await composer().fill("");
  await cleanup();
  await renderApp();
  await composer().click();
  await userEvent.keyboard("/");
  await eventually(() => readOptionNames().slice(0, 2)).toEqual(["Zebra poem", "Zebra facts"]);
});

test("[C2.29] a list that is longer than its box scrolls with the keys, and closes while the field does not have the focus", async () => {
  await renderWithPrompts();
  await userEvent.keyboard("/");
  await expect.element(slashList()).toBeVisible();
  expect(getComputedStyle(slashList().element()).maxHeight).toBe("208px"); // 13rem
  expect(boxOf(options().last()).bottom).toBeGreaterThan(boxOf(slashList()).bottom);
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(options().last()).toHaveAttribute("aria-selected", "true");
  const { top, bottom } = boxOf(slashList());
  await eventually(() => boxOf(options().last()).bottom).toBeLessThanOrEqual(bottom + 1);
  expect(boxOf(options().last()).top).toBeGreaterThanOrEqual(top - 1);
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
  await expect.element(slashList()).not.toBeInTheDocument();
  await expect.element(composer()).toHaveValue("/");
  await composer().click();
  await expect.element(slashList()).toBeVisible();
});

test("in a low window the list is below the header, with all of the selected prompt", async () => {
  await page.viewport(844, 390);
  await renderWithPrompts();
  await userEvent.keyboard("/");
  await expect.element(slashList()).toBeVisible();
  expect(boxOf(slashList()).top).toBeGreaterThan(boxOf(banner()).bottom);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.element(options().nth(2)).toHaveAttribute("aria-selected", "true");
  // The lower end of the list fades out.
  await eventually(() => boxOf(selectedOption()).bottom).toBeLessThanOrEqual(boxOf(slashList()).bottom - 20);
  expect(boxOf(selectedOption()).top).toBeGreaterThanOrEqual(boxOf(slashList()).top);
});

test("[C2.29] [C5.07] a literal slash can be sent: after Esc, in a path or a URL, and without a matching prompt; arrow up in an empty field opens the last message for editing", async () => {
  const chat = stubChat();
  await renderWithPrompts();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(editBox()).not.toBeInTheDocument();
  await openZebras();
  await userEvent.keyboard("{Escape}");
  await expect.element(slashList()).not.toBeInTheDocument();
  await expect.element(composer()).toHaveValue("/zeb");
  const sendTyped = async (text: string) => {
    await expect.element(sendButton()).not.toHaveAttribute("aria-disabled", "true");
    const count = chat.answers.length + 1;
    await userEvent.keyboard("{Enter}");
    const answer = await waitForRequest(chat, count);
    expect(listSentTexts(answer).at(-1)).toBe(text);
    await complete(answer, "Fine.");
  };
  await sendTyped("/zeb");

  const paths = "zebra/facts See https://example.org/zebra and /usr/local/bin";
  for (const text of ["/nothing", "What belongs in / or /zebra?", paths]) {
    await composer().click();
    // Enter would choose a prompt if the list were open after any of the words.
    for (const [index, word] of text.split(" ").entries()) {
      await userEvent.keyboard(index === 0 ? word : ` ${word}`);
      await expect.element(slashList()).not.toBeInTheDocument();
    }
    await sendTyped(text);
  }
  await composer().fill("typed");
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(editBox()).not.toBeInTheDocument();
  await composer().fill("");
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(editBox()).toHaveValue(paths);
});

test("[C5.07] the keys of an input method choose no prompt, and neither leave nor clear a search", async () => {
  await renderWithPrompts();
  await openZebras();
  for (const keyCode of [0, 229]) pressWhileComposing(composer(), "Enter", keyCode);
  await expect.element(slashList()).toBeVisible();
  await expect.element(composer()).toHaveValue("/zeb");
  expect(questions().elements()).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await expect.element(composer()).toHaveValue("Tell me three facts about zebras.");

  await openPrompts();
  for (const name of ["Search prompts", "Search chats"]) {
    const search = page.getByRole("searchbox", { name });
    await search.fill("ze");
    for (const key of ["ArrowDown", "Escape"]) pressWhileComposing(search, key);
    await expect.element(search).toHaveValue("ze");
    await expect.element(search).toHaveFocus();
  }
});
