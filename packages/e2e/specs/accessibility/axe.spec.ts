import { openConversation } from "@lectern/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { getPreparedDataFolder } from "../../../server/src/testing/testDatabase.ts";
import { localConversation, storeLocalConversations } from "../../support/browserStorage.ts";
import { checkAxe, checkAxeInBothThemes } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp } from "../../support/interceptOp.ts";
import { narrow } from "../../support/openBrowser.ts";
import { openPages } from "../../support/openPages.ts";
import {
  answers,
  composer,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
  send,
} from "../../support/screen.ts";
import { type RunningLectern, startLectern } from "../../support/startLectern.ts";

const fixture = createWorkspaceFixture();

// The first person on a server without a model may connect one.
let serverWithoutModel: RunningLectern;
beforeAll(async () => {
  serverWithoutModel = await startLectern({}, { template: await getPreparedDataFolder() });
});
afterAll(() => serverWithoutModel?.close());
const pagesWithoutModel = openPages(() => serverWithoutModel.url);

const everything = [
  "## A heading\n\nText with **bold**, a [link](https://example.org), `code` and $a^2 + b^2 = c^2$.",
  "| Name | Value |\n| --- | ---: |\n| one | 1 |\n| two | 2 |",
  "```ts\n// A comment\nexport const answer: number = 42;\n```",
  "$$\\int_0^1 x^2 \\, dx = \\frac{1}{3}$$",
  "- one\n  - nested\n- two\n\n1. first\n2. second\n\n> A quotation",
].join("\n\n");

const looks = [
  { themes: "the dark and the light theme", width: "wide", viewport: { width: 1280, height: 800 } },
  { themes: "the dark theme", width: "narrow", viewport: narrow },
] as const;

describe.each(looks)("axe finds no serious violation in $themes in a $width window", ({ width, viewport }) => {
  const isNarrow = width === "narrow";
  const check = isNarrow ? checkAxe : checkAxeInBothThemes;
  const openPanel = async (page: Page) => {
    if (isNarrow) await page.getByRole("button", { name: "Open the side panel" }).click();
  };

  test("on the signed-out screen and on the sign-in page", async () => {
    const { page } = await fixture.openSignedOut({ viewport, colorScheme: "dark" });
    await page.goto(fixture.url);
    await page.getByRole("link", { name: "Sign in with single sign-on" }).waitFor();
    await check(page, "signed out");
    await page.getByRole("link", { name: "Sign in with single sign-on" }).click();
    await page.getByRole("textbox", { name: "E-mail" }).waitFor();
    await check(page, "the page that signs in");
    await page.getByRole("textbox", { name: "E-mail" }).fill("nothing");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    await check(page, "the page that signs in, with a problem");
  });

  test("in a new chat, in one with messages, during an answer and after a failed one", async () => {
    const { page } = await fixture.openSignedIn({ viewport });
    const { models } = fixture.workspace;
    await openWorkspace(page, fixture.url);
    await page.getByRole("combobox", { name: "Model" }).waitFor();
    await check(page, "a new chat");
    await page.getByRole("button", { name: "Advanced settings" }).click();
    await page
      .getByRole("slider", { name: /Temperature/ })
      .first()
      .waitFor();
    await check(page, "a new chat with its settings");

    models.script({ answer: everything }, "scripted-large");
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
  });

  test("in the panel, its menu, its settings and the delete confirmation", async () => {
    const { page, userId } = await fixture.openSignedIn({ viewport });
    await openWorkspace(page, fixture.url);
    await storeLocalConversations(page, userId, [
      localConversation("one", "Number one"),
      localConversation("two", "Number two"),
    ]);
    await page.goto(`${fixture.url}/#c=one`);
    await page.reload();
    await expectVisible(page.getByRole("log"), "Answer of Number one");
    await openPanel(page);
    await conversationRow(page, "Number two").waitFor();
    await check(page, "the list");
    await conversationRow(page, "Number two").hover();
    await page.getByRole("button", { name: "Actions for Number two" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).waitFor();
    await check(page, "an open menu");
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("alertdialog").waitFor();
    await check(page, "the question before deleting");
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Keyboard shortcuts" }).waitFor();
    await check(page, "the entries of the settings");
  });

  test("where a conversation cannot be loaded, on 'Your Files', and where a model is connected", async () => {
    const { page } = await fixture.openSignedIn({ viewport });
    await failOp(page, openConversation, "The disk is being changed.");
    await page.goto(`${fixture.url}/#c=somewhere`);
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await check(page, "a conversation that cannot be had");
    await page.goto(`${fixture.url}/#page=home`);
    await page.getByRole("heading", { name: "Your Files" }).waitFor();
    await check(page, "Your Files");

    const admin = await pagesWithoutModel.openSignedIn({ viewport, email: "admin@example.org" });
    await openWorkspace(admin.page, serverWithoutModel.url);
    await admin.page.getByRole("button", { name: "Connect a model" }).click();
    await admin.page.getByRole("dialog", { name: "Connect a model" }).waitFor();
    await check(admin.page, "the dialog that connects a model");
  });
});
