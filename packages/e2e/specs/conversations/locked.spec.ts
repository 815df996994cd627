import { createConversation } from "@lectern/contract";
import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browserStorage.ts";
import { openNewConversation, startNewChat, waitForAnswerEnd, waitForAnswerText } from "../../support/chatControls.ts";
import { createPrompts } from "../../support/createPrompts.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { openPrompts, promptTree } from "../../support/promptControls.ts";
import {
  answers,
  conversationList,
  conversationRow,
  expectEventually,
  expectVisible,
  send,
} from "../../support/screen.ts";
import { branchOf, openStoredConversation } from "../../support/storedConversation.ts";

/** The institution has chosen that an answer locks the rest. */
const fixture = createWorkspaceFixture({ environment: { LOCK_WHILE_ANSWERING: "on" } });

const buildConversationOfDay = (id: string, name: string, day: string) =>
  buildLocalConversation(id, name, { updatedAt: `${day}T12:00:00.000Z`, createdAt: `${day}T12:00:00.000Z` });

test("during an answer nothing else can be opened, deleted or cleared", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await createPrompts(person.api, { name: "Lesson", content: "Begin." });
  const { models } = fixture.workspace;
  const conversations = [
    buildConversationOfDay("a", "Another one", "2025-05-01"),
    buildConversationOfDay("b", "The open one", "2025-05-02"),
  ];
  await openWorkspaceWith(person, fixture.url, conversations, "#c=b");
  await expectVisible(page.getByRole("log"), "Answer of The open one");
  models.pauseAfter(2);
  await send(page, "Takes its time");
  await models.whenPaused();
  for (const button of [conversationRow(page, "Another one"), page.getByRole("button", { name: "New chat" })]) {
    expect(await button.getAttribute("aria-disabled")).toBe("true");
    await button.click({ force: true });
  }
  await page.getByRole("button", { name: "More actions", exact: true }).click();
  expect(await page.getByRole("menuitem", { name: "Clear messages" }).getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("Escape");
  // Starting a prompt would open another conversation, too, so that is also disabled.
  await openPrompts(page);
  // The title of the row is the reason why it is disabled, so find the row by its text.
  const prompt = promptTree(page).locator("[data-tree-row]", { hasText: "Lesson" });
  expect(await prompt.getAttribute("aria-disabled")).toBe("true");
  await prompt.click({ force: true });
  await promptTree(page).getByRole("button", { name: "Actions for Lesson" }).click();
  const menu = page.getByRole("menu");
  expect(await menu.getByRole("menuitem", { name: "Start" }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  expect(new URL(page.url()).hash).toBe("#c=b");
  models.resume();
  await expectEventually(() => answers(page).last().getAttribute("aria-busy")).toBe("false");
  await conversationRow(page, "Another one").click();
  await expectVisible(page.getByRole("log"), "Answer of Another one");
});

test("during an answer the command palette says why other conversations cannot be opened", async () => {
  const { models } = fixture.workspace;
  const { page, api } = await fixture.openSignedIn();
  const messages = [{ id: "m-1", role: "user" as const, content: "The Carnot bound" }];
  await api.call(createConversation, { conversation: { id: "first", name: "First one", messages } });
  await openNewConversation(page, fixture.url);
  models.pauseAfter(2);
  await send(page, "Second one [[tokens: 30]]");
  await models.whenPaused();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const blockedOptions = palette.getByRole("option").filter({ hasText: "once the answer is complete" });
  await blockedOptions.first().waitFor();
  expect(await blockedOptions.first().getAttribute("aria-disabled")).toBe("true");
  const address = page.url();
  await blockedOptions.first().click({ force: true });
  await palette.waitFor();
  expect(page.url()).toBe(address);
  models.resume();
  await page.keyboard.press("Escape");
  await waitForAnswerEnd(page);
});

test("during an answer no other conversation can be opened and no setting changed", async () => {
  const { models } = fixture.workspace;
  const person = await fixture.openSignedIn();
  const { page } = person;
  await openStoredConversation(person, fixture.url, "local", branchOf(["The first one", "One."]));
  await startNewChat(page);
  models.pauseAfter(2);
  await send(page, "The second one [[answer: one two three]]");
  await models.whenPaused();
  const controls = [
    conversationList(page).getByRole("button", { name: /^A stored one \(/ }),
    page.getByRole("button", { name: "New chat" }),
    page.getByRole("button", { name: /^Chat settings/ }),
    page.getByRole("button", { name: /^This browser,/ }),
  ];
  for (const control of controls) {
    await expectEventually(() => control.getAttribute("aria-disabled")).toBe("true");
    await control.click({ force: true });
  }
  await waitForAnswerText(page, "one two");
  expect(await page.getByRole("alertdialog").count()).toBe(0);
  expect(await page.getByRole("dialog").count()).toBe(0);
  models.resume();
  await waitForAnswerText(page, "one two three");
  await waitForAnswerEnd(page);
  for (const control of controls) await expectEventually(() => control.getAttribute("aria-disabled")).toBe(null);
  await controls[0]?.click();
  await waitForAnswerText(page, "One.");
});
