import { readFile } from "node:fs/promises";
import { createConversation, type Message } from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { pauseOp } from "../../support/browser/interceptOp.ts";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import { branchOf, openStoredConversation } from "../../support/content/storedConversation.ts";
import { lastAnswer, listLargeModelChats, waitForAnswerText } from "../../support/pages/chatControls.ts";
import { chooseForMessage, menuButton } from "../../support/pages/messageControls.ts";
import {
  answers,
  ask,
  expectEventually,
  expectVisible,
  questions,
  readConversationNames,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("a message is deleted alone, and the messages after it stay; a version is deleted with everything after it once confirmed; Undo restores both", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  const messages = branchOf(["First", "One.", "Second", "Two."]);
  const version = branchOf(["", "", "Other", "Three."], "v").slice(2);
  const versions = version.map((message, at) => (at === 0 ? { ...message, parentId: "m-1" } : message));
  await openStoredConversation(person, fixture.url, "local", [...messages, ...versions]);
  await chooseForMessage(page, questions(page).first(), "Delete");
  await expectEventually(() => questions(page).count()).toBe(1);
  const notice = page.getByRole("status").filter({ hasText: "The message was deleted." });
  await notice.getByRole("button", { name: "Undo" }).click();
  await expectEventually(() => questions(page).count()).toBe(2);
  await notice.waitFor({ state: "detached" });

  await chooseForMessage(page, questions(page).last(), "Delete");
  const dialog = page.getByRole("alertdialog", { name: "Delete this version?" });
  await expectVisible(dialog, "The message that follows will be deleted too. Other versions of the message stay.");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await waitForAnswerText(page, "Two.");
  expect(await page.getByRole("group", { name: "Versions of the message" }).count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await waitForAnswerText(page, "Three.");
  await expectVisible(questions(page).last(), "2 of 2");

  await chooseForMessage(page, answers(page).first(), "Delete");
  await expectEventually(() => answers(page).count()).toBe(1);
  expect(await questions(page).count()).toBe(2);
  await page.reload();
  await waitForAnswerText(page, "Three.");
  expect(await answers(page).count()).toBe(1);
  expect(await questions(page).count()).toBe(2);
  await questions(page).last().getByRole("button", { name: "Earlier version" }).click();
  await waitForAnswerText(page, "Two.");
});

test("[C4.10, A4.27] a fork opens with the messages up to the chosen one, is named after its origin, and is independent of it; while it is uploaded to the cloud, 'Forking Conversation...' covers the window", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await openStoredConversation(person, fixture.url, "cloud", branchOf(["First", "One.", "Second", "Two."]));
  const [name = ""] = await readConversationNames(page);
  const { reached, release } = await pauseOp(page, createConversation);
  await chooseForMessage(page, answers(page).first(), "Continue in a new chat");
  await reached;
  await expectVisible(page, "Forking Conversation...");
  release();
  await page.getByText("Forking Conversation...").waitFor({ state: "detached" });
  await page.getByRole("heading", { name: `${name} (fork)` }).waitFor();
  await waitForAnswerText(page, "One.");
  expect(await questions(page).count()).toBe(1);
  await ask(page, "Elsewhere [[answer: Three.]]");
  expect(
    listLargeModelChats(fixture.workspace.models)
      .at(-1)
      ?.body?.messages?.slice(1)
      .map(({ content }) => content),
  ).toEqual(["First", "One.", "Elsewhere [[answer: Three.]]"]);
  await page.goBack();
  await waitForAnswerText(page, "Two.");
  expect(await questions(page).count()).toBe(2);
});

describe("an answer", () => {
  const answer = [
    "## Result",
    "",
    "| a | b |",
    "| - | - |",
    "| 1 | **2** |",
    "",
    "```ts",
    "const a = 1 < 2;",
    "```",
    "",
    "The bound is $\\frac{1}{2}$, see [the page](https://example.org/x). <script>alert(1)</script>",
  ].join("\n");

  test("is copied as rich text: HTML with its table, code, formula and link, and as plain text; the confirmation is shown for 2 s", async () => {
    const person = await fixture.openSignedIn();
    const { page, context } = person;
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.clock.install();
    await openStoredConversation(person, fixture.url, "local", branchOf(["Show me", answer]));
    await lastAnswer(page).hover();
    await menuButton(lastAnswer(page)).click();
    const copyItem = page.getByRole("menuitem", { name: "Copy as rich text", exact: true });
    await copyItem.waitFor();
    // With a clock that stands still, the 2 s do not pass while the test reads the clipboard.
    await page.clock.pauseAt(Date.now() + 60_000);
    await copyItem.click();
    await lastAnswer(page).getByRole("button", { name: "Copied" }).waitFor();
    const clipboardContent = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const read = async (type: string) => (await item?.getType(type))?.text() ?? "";
      return { html: await read("text/html"), text: await read("text/plain") };
    });
    expect(clipboardContent.html).toMatch(/<h2>Result<\/h2>/);
    expect(clipboardContent.html).toMatch(/<td[^>]*><strong>2<\/strong><\/td>/);
    expect(clipboardContent.html).toMatch(/<pre[^>]*><code>const a = 1 &lt; 2;<\/code><\/pre>/);
    expect(clipboardContent.html).toContain("<mfrac>");
    expect(clipboardContent.html).toContain('<a href="https://example.org/x">the page</a>');
    expect(clipboardContent.html).not.toContain("<script");
    expect(clipboardContent.text).toContain("const a = 1 < 2;");
    expect(clipboardContent.text).not.toContain("```");
    await page.clock.runFor(1_900);
    expect(await lastAnswer(page).getByRole("button", { name: "Copied" }).count()).toBe(1);
    await page.clock.runFor(200);
    await lastAnswer(page).getByRole("button", { name: "Copy the answer" }).waitFor();
  });

  test("is copied and downloaded as its Markdown source, and can be switched to it and back", async () => {
    const person = await fixture.openSignedIn();
    const { page, context } = person;
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const source = "A **river** and a `lake`.";
    await openStoredConversation(person, fixture.url, "local", branchOf(["Copy me", source]));
    await lastAnswer(page).getByRole("button", { name: "Copy the answer" }).click();
    await lastAnswer(page).getByRole("button", { name: "Copied" }).waitFor();
    expect(await readClipboard(page)).toBe(source);
    await questions(page).first().getByRole("button", { name: "Copy the message" }).click();
    await expectEventually(() => readClipboard(page)).toBe("Copy me");

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      chooseForMessage(page, lastAnswer(page), "Download"),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.md$/);
    expect(await readFile(await download.path(), "utf8")).toBe(`${source}\n`);

    await chooseForMessage(page, lastAnswer(page), "Show Markdown");
    await expectVisible(lastAnswer(page), source);
    await chooseForMessage(page, lastAnswer(page), "Show formatted");
    await waitForAnswerText(page, "A river and a lake.");
  });

  test("has a menu that works by keyboard alone, returns the focus, and passes axe; messages of other roles are shown plainly above it", async () => {
    const person = await fixture.openSignedIn();
    const { page } = person;
    const [question, answer] = branchOf(["First", "One."]);
    if (!question || !answer) throw new Error("there are two messages");
    const system: Message = { ...question, id: "s", role: "system", content: "Be **brief**." };
    const instruction: Message = {
      ...question,
      id: "e",
      parentId: "s",
      role: "environment",
      content: "<b>Tool said</b> 42",
    };
    const importedMessages = [system, instruction, { ...question, parentId: "e" }, answer];
    await openStoredConversation(person, fixture.url, "local", importedMessages);
    await expectVisible(page.getByRole("article", { name: "System" }), "Be **brief**.");
    await expectVisible(page.getByRole("article", { name: "Environment" }), "<b>Tool said</b> 42");
    await waitForAnswerText(page, "One.");

    const menuOpener = menuButton(lastAnswer(page));
    await menuOpener.focus();
    await page.keyboard.press("Enter");
    const menu = page.getByRole("menu", { name: "More actions for the answer" });
    await menu.waitFor();
    await expectEventually(() =>
      menu.getByRole("menuitem", { name: "Try another model" }).evaluate((item) => item === document.activeElement),
    ).toBe(true);
    await checkAxe(page, "the menu of an answer");
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    await expectEventually(() => menuOpener.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await menu.waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    // Only the system message and the instruction remain beside the question.
    await expectEventually(() => answers(page).count()).toBe(2);
    // The focused element was removed, so its neighbour has the focus.
    await expectEventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
      "Edit the message",
    );
  });
});
