import { readFile } from "node:fs/promises";
import { createConversation } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
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

test("an answer is copied as rich text, HTML with its table, code, formula and link and plain text, and the confirmation is shown for 2 s; it is copied and downloaded as its Markdown source", async () => {
  const person = await fixture.openSignedIn();
  const { page, context } = person;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  await openStoredConversation(person, fixture.url, "local", branchOf(["Show me", answer]));
  await lastAnswer(page).hover();
  await menuButton(lastAnswer(page)).click();
  const copyItem = page.getByRole("menuitem", { name: "Copy as rich text", exact: true });
  await copyItem.waitFor();
  await checkAxe(page, "the menu of an answer");
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
  await page.clock.resume();

  await lastAnswer(page).getByRole("button", { name: "Copy the answer" }).click();
  await lastAnswer(page).getByRole("button", { name: "Copied" }).waitFor();
  expect(await readClipboard(page)).toBe(answer);
  await questions(page).first().getByRole("button", { name: "Copy the message" }).click();
  await expectEventually(() => readClipboard(page)).toBe("Show me");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    chooseForMessage(page, lastAnswer(page), "Download"),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.md$/);
  expect(await readFile(await download.path(), "utf8")).toBe(`${answer}\n`);
});
