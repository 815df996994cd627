import { readFile } from "node:fs/promises";
import { createConversation } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { localConversation, storeLocalConversations } from "../../support/browserStorage.ts";
import {
  largeModelChats,
  lastAnswer,
  openNewConversation,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { pauseOp } from "../../support/interceptOp.ts";
import { chooseForMessage, editBox, menuButton } from "../../support/messageControls.ts";
import {
  answers,
  ask,
  conversationNames,
  expectEventually,
  expectVisible,
  openWorkspace,
  questions,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

describe.each(["local", "cloud"] as const)("in a %s conversation", (storage) => {
  test("a message is deleted alone, the messages after it stay, and Undo restores it", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await ask(page, "First [[answer: One.]]");
    await ask(page, "Second [[answer: Two.]]");
    await chooseForMessage(page, answers(page).first(), "Delete");
    await expectEventually(() => answers(page).count()).toBe(1);
    expect(await questions(page).count()).toBe(2);
    await page.reload();
    await waitForAnswerText(page, "Two.");
    expect(await answers(page).count()).toBe(1);

    await chooseForMessage(page, questions(page).first(), "Delete");
    await expectEventually(() => questions(page).count()).toBe(1);
    const notice = page.getByRole("status").filter({ hasText: "The message was deleted." });
    await notice.getByRole("button", { name: "Undo" }).click();
    await expectEventually(() => questions(page).count()).toBe(2);
    await notice.waitFor({ state: "detached" });
    await page.reload();
    await waitForAnswerText(page, "Two.");
    expect(await questions(page).count()).toBe(2);
  });

  test("a version is deleted with everything after it once confirmed, and Undo restores all of it", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await ask(page, "First [[answer: One.]]");
    await questions(page).last().getByRole("button", { name: "Edit the message" }).click();
    await editBox(page).fill("Other [[answer: Two.]]");
    await editBox(page).press("Enter");
    await waitForAnswerText(page, "Two.");
    await waitForAnswerEnd(page);
    await chooseForMessage(page, questions(page).last(), "Delete");
    const dialog = page.getByRole("alertdialog", { name: "Delete this version?" });
    await expectVisible(
      dialog,
      "The message that follows will be deleted, too. The other versions of the message stay.",
    );
    await dialog.getByRole("button", { name: "Delete" }).click();
    await waitForAnswerText(page, "One.");
    expect(await page.getByRole("group", { name: "Versions of the message" }).count()).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await waitForAnswerText(page, "Two.");
    await expectVisible(questions(page).last(), "2 of 2");
    await page.reload();
    await waitForAnswerText(page, "Two.");
    await questions(page).last().getByRole("button", { name: "Earlier version" }).click();
    await waitForAnswerText(page, "One.");
  });

  test("[C4.10, A4.27] a fork opens with the messages up to the chosen one, is named after its origin, and is independent of it", async () => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await ask(page, "First [[answer: One.]]");
    await ask(page, "Second [[answer: Two.]]");
    await expectEventually(() => conversationNames(page)).not.toContain("New Conversation");
    const [name = ""] = await conversationNames(page);
    await chooseForMessage(page, answers(page).first(), "Fork from here");
    await page.getByRole("heading", { name: `${name} (fork)` }).waitFor();
    await waitForAnswerText(page, "One.");
    expect(await questions(page).count()).toBe(1);
    await ask(page, "Elsewhere [[answer: Three.]]");
    expect(
      largeModelChats(models)
        .at(-1)
        ?.body?.messages?.slice(1)
        .map(({ content }) => content),
    ).toEqual(["First [[answer: One.]]", "One.", "Elsewhere [[answer: Three.]]"]);
    await page.goBack();
    await waitForAnswerText(page, "Two.");
    expect(await questions(page).count()).toBe(2);
  });
});

test("[A2.16] while a fork is uploaded to the cloud, 'Forking Conversation...' covers the window", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  await ask(page, "First [[answer: One.]]");
  const { reached, release } = await pauseOp(page, createConversation);
  await chooseForMessage(page, lastAnswer(page), "Fork from here");
  await reached;
  await expectVisible(page, "Forking Conversation...");
  release();
  await page.getByText("Forking Conversation...").waitFor({ state: "detached" });
  await page.getByRole("heading", { name: /\(fork\)$/ }).waitFor();
});

test("[C9.12] an answer is copied as rich text: HTML with its table, code, formula and link, and as plain text; the confirmation is shown for 2 s", async () => {
  const { page, context } = await fixture.openSignedIn();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  await openNewConversation(page, fixture.url);
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
  fixture.workspace.models.script({ answer }, "scripted-large");
  await ask(page, "Show me");
  await chooseForMessage(page, lastAnswer(page), "Copy as rich text");
  await lastAnswer(page).getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const read = async (type: string) => (await item?.getType(type))?.text() ?? "";
    return { html: await read("text/html"), text: await read("text/plain") };
  });
  expect(copied.html).toMatch(/<h2>Result<\/h2>/);
  expect(copied.html).toMatch(/<td[^>]*><strong>2<\/strong><\/td>/);
  expect(copied.html).toMatch(/<pre[^>]*><code>const a = 1 &lt; 2;<\/code><\/pre>/);
  expect(copied.html).toContain("<mfrac>");
  expect(copied.html).toContain('<a href="https://example.org/x">the page</a>');
  expect(copied.html).not.toContain("<script");
  expect(copied.text).toContain("const a = 1 < 2;");
  expect(copied.text).not.toContain("```");
  await page.clock.runFor(1_900);
  expect(await lastAnswer(page).getByRole("button", { name: "Copied" }).count()).toBe(1);
  await page.clock.runFor(200);
  await lastAnswer(page).getByRole("button", { name: "Copy the answer" }).waitFor();
});

test("a single message is downloaded as Markdown", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await ask(page, "Save me [[answer: A **river**.]]");
  const downloading = page.waitForEvent("download");
  await chooseForMessage(page, lastAnswer(page), "Download");
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.md$/);
  expect(await readFile(await download.path(), "utf8")).toBe("A **river**.\n");
});

test("an answer can be switched to its Markdown source and back", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await ask(page, "Raw [[answer: A **river**.]]");
  await chooseForMessage(page, lastAnswer(page), "Show source");
  await expectVisible(lastAnswer(page), "A **river**.");
  await chooseForMessage(page, lastAnswer(page), "Show formatted");
  await waitForAnswerText(page, "A river.");
});

test("the menu of a message works by keyboard alone, returns the focus, and passes axe", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await ask(page, "First [[answer: One.]]");
  const more = menuButton(lastAnswer(page));
  await more.focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("menu", { name: "More actions for the answer" });
  await menu.waitFor();
  await expectEventually(() =>
    menu.getByRole("menuitem", { name: "Copy as rich text" }).evaluate((item) => item === document.activeElement),
  ).toBe(true);
  await checkAxe(page, "the menu of an answer");
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  await expectEventually(() => more.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await menu.waitFor();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expectEventually(() => answers(page).count()).toBe(0);
  // The focused element is gone; its neighbour has the focus.
  await expectEventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
    "Edit the message",
  );
});

test("messages of other roles are shown plainly in an imported conversation", async () => {
  const { page, userId } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const whole = localConversation("imported", "Imported");
  const [question, answer] = whole.messages;
  if (!question || !answer) throw new Error("there are two messages");
  const system = { ...question, id: "s", role: "system" as const, content: "Be **brief**." };
  const instruction = {
    ...question,
    id: "e",
    parentId: question.id,
    role: "environment" as const,
    content: "<b>Tool said</b> 42",
  };
  await storeLocalConversations(page, userId, [
    { ...whole, messages: [system, { ...question, parentId: "s" }, instruction, { ...answer, parentId: "e" }] },
  ]);
  await page.goto("about:blank");
  await openWorkspace(page, fixture.url, "#c=imported");
  await expectVisible(page.getByRole("article", { name: "System" }), "Be **brief**.");
  await expectVisible(page.getByRole("article", { name: "Environment" }), "<b>Tool said</b> 42");
  await expectVisible(page.getByRole("log"), "Answer of Imported");
});
