import { openConversation } from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, test } from "vitest";
import { buildLocalConversation, storeLocalConversations } from "../../support/browserStorage.ts";
import { checkAxe, checkAxeInBothThemes } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp } from "../../support/interceptOp.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import {
  answers,
  composer,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
  send,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();
const wideViewport = { width: 1280, height: 800 };

const allMarkdown = [
  "## A heading\n\nText with **bold**, a [link](https://example.org), `code` and $a^2 + b^2 = c^2$.",
  "| Name | Value |\n| --- | ---: |\n| one | 1 |\n| two | 2 |",
  "```ts\n// A comment\nexport const answer: number = 42;\n```",
  "$$\\int_0^1 x^2 \\, dx = \\frac{1}{3}$$",
  "- one\n  - nested\n- two\n\n1. first\n2. second\n\n> A quotation",
].join("\n\n");

/** Checks both themes in the wide window, then the dark one in a narrow window. */
async function checkThemesAndWidths(page: Page, what: string): Promise<void> {
  await checkAxeInBothThemes(page, what);
  await page.setViewportSize(narrowViewport);
  await checkAxe(page, `${what}, narrow`);
  await page.setViewportSize(wideViewport);
}

describe("axe finds no serious violation in a wide and in a narrow window", () => {
  test("on the signed-out screen, on the sign-in page and in a new chat", async () => {
    const { page } = await fixture.openSignedOut({ colorScheme: "dark" });
    await page.goto(fixture.url);
    await page.getByRole("link", { name: "Sign in with single sign-on" }).waitFor();
    await checkThemesAndWidths(page, "signed out");
    await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
    const email = page.getByRole("textbox", { name: "Email" });
    await email.waitFor();
    await checkThemesAndWidths(page, "the page that signs in");
    await email.fill("nothing");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    await checkThemesAndWidths(page, "the page that signs in, with a problem");
    await email.fill("axe@example.org");
    await page.keyboard.press("Enter");

    await page.getByRole("combobox", { name: "Model" }).waitFor();
    await checkThemesAndWidths(page, "a new chat");
    await page.getByRole("button", { name: "Advanced settings" }).click();
    await page
      .getByRole("slider", { name: /Temperature/ })
      .first()
      .waitFor();
    await checkThemesAndWidths(page, "a new chat with its settings");
  });

  test("in a chat with messages, during an answer and after a failed one", async () => {
    const { page } = await fixture.openSignedIn();
    const { models } = fixture.workspace;
    await openWorkspace(page, fixture.url);
    models.script({ answer: allMarkdown }, "scripted-large");
    await send(page, "Show me everything");
    await page.getByRole("table").waitFor();
    await page.getByRole("log").locator(".katex").nth(1).waitFor();
    await expectEventually(() => answers(page).last().getAttribute("aria-busy")).toBe("false");
    await checkThemesAndWidths(page, "a full chat");
    await page.getByRole("button", { name: "Chat settings" }).click();
    await page.getByRole("textbox", { name: "System prompt" }).waitFor();
    await checkThemesAndWidths(page, "the chat's settings");
    await page.keyboard.press("Escape");

    models.script({ answer: "One two three four five", hangAfter: 3 }, "scripted-large");
    await send(page, "And slowly");
    await expectEventually(() => answers(page).last().textContent()).toContain("One two");
    await checkThemesAndWidths(page, "an answer that is being written");
    models.resume();
    await expectEventually(() => answers(page).last().getAttribute("aria-busy")).toBe("false");

    models.script({ answer: "One two three four five", errorAfter: 3 }, "scripted-large");
    await send(page, "And badly");
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await checkThemesAndWidths(page, "an answer that failed");
    await composer(page).fill("");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Please enter a message").waitFor();
    await checkThemesAndWidths(page, "a notice");
  });

  test("in the panel, its menu, its settings, the delete confirmation, and where a conversation cannot be loaded", async () => {
    const { page, userId } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    await storeLocalConversations(page, userId, [
      buildLocalConversation("one", "Number one"),
      buildLocalConversation("two", "Number two"),
    ]);
    await page.goto(`${fixture.url}/#c=one`);
    await page.reload();
    await expectVisible(page.getByRole("log"), "Answer of Number one");
    await checkPanel(page, checkAxeInBothThemes);
    await page.getByRole("tab", { name: "Chats" }).click();
    await page.setViewportSize(narrowViewport);
    await page.getByRole("button", { name: "Open the side panel" }).click();
    await checkPanel(page, checkAxe);
    await page.setViewportSize(wideViewport);

    await failOp(page, openConversation, "The disk is being changed.");
    await page.goto(`${fixture.url}/#c=somewhere`);
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await checkThemesAndWidths(page, "a conversation that cannot be had");
    await page.goto(`${fixture.url}/#page=home`);
    await page.getByRole("heading", { name: "Your Files" }).waitFor();
    await checkThemesAndWidths(page, "Your Files");
  });
});

async function checkPanel(page: Page, check: typeof checkAxe): Promise<void> {
  await conversationRow(page, "Number two").waitFor();
  await check(page, "the list");
  await conversationRow(page, "Number two").hover();
  await page.getByRole("button", { name: "Actions for Number two" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).waitFor();
  await check(page, "an open menu");
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.waitFor();
  await check(page, "the question before deleting");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "More" }).click();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).waitFor();
  await check(page, "the entries of the settings");
}
