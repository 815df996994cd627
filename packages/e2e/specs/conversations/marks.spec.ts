import { createConversation, openConversation } from "@lectern/contract";
import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browser/browserStorage.ts";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import {
  ask,
  chooseForConversation,
  conversationList,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
  readConversationNames,
  sidePanel,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const buildConversationOfDay = (id: string, name: string, day: string) =>
  buildLocalConversation(id, name, { updatedAt: `${day}T12:00:00.000Z`, createdAt: `${day}T12:00:00.000Z` });
const cloudConversation = {
  id: "harbour",
  name: "Harbour",
  messages: [{ id: "q", role: "user" as const, content: "Where are the herons?" }],
  updatedAt: "2025-05-04T12:00:00.000Z",
};

test("conversations that are archived one after the other share a notice, which brings all of them back, waits while the focus is in it, and otherwise closes after 15 s", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await openWorkspaceWith(person, fixture.url, [
    buildConversationOfDay("a", "Budget", "2025-05-01"),
    buildConversationOfDay("b", "Tides", "2025-05-02"),
    buildConversationOfDay("c", "Harbour", "2025-05-03"),
  ]);
  await page.clock.install();
  await chooseForConversation(page, "Tides", "Archive");
  await expectVisible(page, "“Tides” archived.");
  await chooseForConversation(page, "Budget", "Archive");
  const notice = page.getByRole("status").filter({ hasText: "2 chats archived." });
  await notice.waitFor();
  await expectEventually(() => page.getByRole("button", { name: "Undo" }).count()).toBe(1);
  await notice.getByRole("button", { name: "Undo" }).focus();
  await page.clock.runFor(30_000);
  await notice.getByRole("button", { name: "Undo" }).click();
  await expectEventually(() => readConversationNames(page)).toEqual(["Harbour", "Tides", "Budget"]);
  await chooseForConversation(page, "Harbour", "Archive");
  await expectVisible(page, "“Harbour” archived.");
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.focus();
  // From here on, the time of the page passes only when the test says so.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await undo.blur();
  await page.clock.runFor(14_800);
  expect(await undo.count()).toBe(1);
  await page.clock.runFor(1_000);
  await undo.waitFor({ state: "detached" });
});

test("conversations in either storage can be pinned, which lists them first, and archived, which can be undone; archived ones have a list of their own, searches find them, and they stay archived when they are continued", async () => {
  const person = await fixture.openSignedIn();
  const { page, api } = person;
  await api.call(createConversation, { conversation: cloudConversation });
  await openWorkspaceWith(person, fixture.url, [
    buildConversationOfDay("a", "Budget", "2025-05-01"),
    buildConversationOfDay("b", "Tides", "2025-05-02"),
  ]);
  const readNames = async () => {
    const texts = await conversationList(page).locator("[data-row]").allTextContents();
    return texts.map((text) => text.replace(/\(.*$/, ""));
  };
  const readHeadings = () => sidePanel(page).getByRole("heading", { level: 3 }).allTextContents();
  await expectEventually(readNames).toEqual(["Harbour", "Tides", "Budget"]);

  // With the keyboard alone.
  await conversationRow(page, "Budget").focus();
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Rename" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expectEventually(readNames).toEqual(["Budget", "Harbour", "Tides"]);
  expect(await readHeadings()).toEqual(["Pinned", "May 2025"]);
  await expectEventually(() => conversationRow(page, "Budget").evaluate((row) => row === document.activeElement)).toBe(
    true,
  );
  await chooseForConversation(page, "Harbour", "Pin");
  await expectEventually(readNames).toEqual(["Harbour", "Budget", "Tides"]);
  await openWorkspace(page, fixture.url);
  await expectEventually(readNames).toEqual(["Harbour", "Budget", "Tides"]);
  await chooseForConversation(page, "Budget", "Unpin");
  await expectEventually(readNames).toEqual(["Harbour", "Tides", "Budget"]);

  await chooseForConversation(page, "Tides", "Archive");
  await expectEventually(readNames).toEqual(["Harbour", "Budget"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectEventually(readNames).toEqual(["Harbour", "Tides", "Budget"]);
  await chooseForConversation(page, "Tides", "Archive");
  await chooseForConversation(page, "Harbour", "Archive");
  await expectEventually(readNames).toEqual(["Budget"]);

  const { page: otherPage } = await fixture.openSignedIn({ email: person.email });
  await openWorkspace(otherPage, fixture.url);
  await expectVisible(sidePanel(otherPage), "No data.");

  await page.getByRole("searchbox", { name: "Search chats" }).fill("tid");
  await expectEventually(() => conversationList(page).locator("[data-row]").allTextContents()).toEqual([
    "Tides(in this browser), archived",
  ]);
  await page.getByRole("button", { name: "Clear search" }).click();

  await page.getByRole("button", { name: "Actions for all chats" }).click();
  await page.getByRole("menuitem", { name: "Archived chats" }).click();
  await expectEventually(readNames).toEqual(["Harbour", "Tides"]);
  await checkAxe(page, "the archived conversations");
  await page.getByRole("searchbox", { name: "Search chats" }).fill("bud");
  await expectEventually(readNames).toEqual(["Budget"]);
  await page.getByRole("button", { name: "Clear search" }).click();
  await expectEventually(readNames).toEqual(["Harbour", "Tides"]);
  await conversationRow(page, "Harbour").click();
  await expectVisible(page.getByRole("log"), "Where are the herons?");
  await ask(page, "And now?");
  await expectEventually(readNames).toEqual(["Harbour", "Tides"]);
  const { conversation } = await api.call(openConversation, { conversationId: "harbour" });
  expect(conversation).toMatchObject({ isPinned: true, isArchived: true });
  await chooseForConversation(page, "Harbour", "Unarchive");
  await expectEventually(readNames).toEqual(["Tides"]);
  await page.getByRole("button", { name: "Back to all chats" }).click();
  await expectEventually(readNames).toEqual(["Harbour", "Budget"]);
  await page.getByRole("button", { name: "Actions for all chats" }).click();
  await page.getByRole("menuitem", { name: "Archived chats" }).click();
  await expectEventually(readNames).toEqual(["Tides"]);
  await sidePanel(page).getByRole("button", { name: "New chat" }).click();
  await expectEventually(readNames).toEqual(["Harbour", "Budget"]);
  await conversationRow(otherPage, "Harbour").waitFor();
});
