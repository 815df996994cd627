import { openConversation } from "@lectern/contract";
import type { Page } from "playwright-core";
import { buildLocalConversation, openWorkspaceWith, storeLocalConversations } from "../browser/browserStorage.ts";
import { failOp } from "../browser/interceptOp.ts";
import { narrowViewport } from "../browser/openBrowser.ts";
import { openAccountMenu } from "../pages/accountMenu.ts";
import { settingsDialog } from "../pages/openSettings.ts";
import {
  answers,
  composer,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
  send,
} from "../pages/screen.ts";
import type { WorkspaceFixture } from "../servers/createWorkspaceFixture.ts";

/** How a visit looks at the screens. `check` is called at each screen, with its name. */
interface Visit {
  viewport: { width: number; height: number };
  check: (page: Page, what: string) => Promise<void>;
}

const allMarkdown = [
  "## A heading\n\nText with **bold**, a [link](https://example.org), `code` and $a^2 + b^2 = c^2$.",
  "| Name | Value |\n| --- | ---: |\n| one | 1 |\n| two | 2 |",
  "```ts\n// A comment\nexport const answer: number = 42;\n```",
  "$$\\int_0^1 x^2 \\, dx = \\frac{1}{3}$$",
  "- one\n  - nested\n- two\n\n1. first\n2. second\n\n> A quotation",
].join("\n\n");

export async function visitSignIn(fixture: WorkspaceFixture, { viewport, check }: Visit): Promise<void> {
  const { page } = await fixture.openSignedOut({ colorScheme: "dark", viewport });
  await page.goto(fixture.url);
  await page.getByRole("link", { name: "Sign in with single sign-on" }).waitFor();
  await check(page, "signed out");
  await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
  const email = page.getByRole("textbox", { name: "Email" });
  await email.waitFor();
  await check(page, "the page that signs in");
  await email.fill("nothing");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  await check(page, "the page that signs in, with a problem");
  await email.fill("axe@example.org");
  await page.keyboard.press("Enter");

  await page.getByRole("combobox", { name: "Model" }).waitFor();
  await check(page, "a new chat");
  await page.getByRole("button", { name: "Advanced settings" }).click();
  await page
    .getByRole("slider", { name: /Temperature/ })
    .first()
    .waitFor();
  await check(page, "a new chat with its settings");
}

export async function visitChat(fixture: WorkspaceFixture, { viewport, check }: Visit): Promise<void> {
  const { page } = await fixture.openSignedIn({ viewport });
  const { models } = fixture.workspace;
  await openWorkspace(page, fixture.url);
  models.script({ answer: allMarkdown }, "scripted-large");
  await send(page, "Show me everything");
  await page.getByRole("table").waitFor();
  await page.getByRole("log").locator(".katex").nth(1).waitFor();
  await expectEventually(() => answers(page).last().getAttribute("aria-busy")).toBe("false");
  await check(page, "a full chat");
  await page.getByRole("button", { name: "Chat settings" }).click();
  await page.getByRole("textbox", { name: "System prompt" }).waitFor();
  await check(page, "the chat's settings");
  await page.keyboard.press("Escape");

  models.script({ answer: "One two three four five", hangAfter: 3 }, "scripted-large");
  await send(page, "And slowly");
  await expectEventually(() => answers(page).last().textContent()).toContain("One two");
  await check(page, "an answer that is being written");
  models.resume();
  await expectEventually(() => answers(page).last().getAttribute("aria-busy")).toBe("false");

  models.script({ answer: "One two three four five", errorAfter: 3 }, "scripted-large");
  await send(page, "And badly");
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await check(page, "an answer that failed");
  await composer(page).fill("");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("Please enter a message").waitFor();
  await check(page, "a notice");
}

export async function visitPanel(fixture: WorkspaceFixture, { viewport, check }: Visit): Promise<void> {
  const { page, userId } = await fixture.openSignedIn({ viewport });
  await openWorkspace(page, fixture.url);
  await storeLocalConversations(page, userId, [
    buildLocalConversation("one", "Number one"),
    buildLocalConversation("two", "Number two"),
  ]);
  await page.goto(`${fixture.url}/#c=one`);
  await page.reload();
  await expectVisible(page.getByRole("log"), "Answer of Number one");
  if (viewport === narrowViewport) await page.getByRole("button", { name: "Open the side panel" }).click();
  await checkPanel(page, check);

  await failOp(page, openConversation, "The disk is being changed.");
  await page.goto(`${fixture.url}/#c=somewhere`);
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await check(page, "a conversation that cannot be had");
  await page.goto(`${fixture.url}/#page=home`);
  await page.getByRole("heading", { name: "Your Files" }).waitFor();
  await check(page, "Your Files");
}

export async function visitDialogs(fixture: WorkspaceFixture, { viewport, check }: Visit): Promise<void> {
  const person = await fixture.openSignedIn({ viewport });
  const { page } = person;
  await openWorkspaceWith(person, fixture.url, [buildLocalConversation("one", "Number one")], "#c=one");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("option").first().waitFor();
  await check(page, "the command palette");
  await palette.getByRole("combobox").fill("Answer of Number one");
  await palette.getByRole("group", { name: "Messages" }).getByRole("option").first().waitFor();
  await expectEventually(() => palette.getByRole("status").textContent()).toBe("");
  await check(page, "the command palette with messages");
  await closeDialog(page);
  await page.keyboard.press("Shift+Escape");
  await composer(page).blur();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await check(page, "the shortcuts");
  await closeDialog(page);
  await page.keyboard.press("Control+,");
  for (const tab of ["General", "Chat storage"]) {
    await settingsDialog(page).getByRole("tab", { name: tab }).click();
    await settingsDialog(page).getByRole("tabpanel", { name: tab }).waitFor();
    await check(page, `the settings, ${tab}`);
  }
  await closeDialog(page);
  if (viewport === narrowViewport) await page.getByRole("button", { name: "Open the side panel" }).click();
  await openAccountMenu(page);
  await check(page, "the account menu");
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

async function checkPanel(page: Page, check: Visit["check"]): Promise<void> {
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
