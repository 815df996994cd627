import { expect, test } from "vitest";
import {
  buildLocalConversation,
  openWorkspaceWith,
  readStoredConversations,
} from "../../support/browser/browserStorage.ts";
import { chooseInHeader } from "../../support/pages/messageControls.ts";
import {
  chooseForConversation,
  clickDialogButton,
  composer,
  conversationRow,
  expectEventually,
  expectVisible,
  readConversationNames,
  sidePanel,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const buildConversationOfDay = (id: string, name: string, day: string) =>
  buildLocalConversation(id, name, { updatedAt: `${day}T12:00:00.000Z`, createdAt: `${day}T12:00:00.000Z` });

test("[C4.17] clearing the messages and deleting ask first; deleting the selected conversation selects the latest remaining one, and deleting the last one opens a new empty one", async () => {
  const person = await fixture.openSignedIn();
  const { page, userId } = person;
  const conversations = [
    buildConversationOfDay("a", "Oldest", "2025-05-01"),
    buildConversationOfDay("b", "Middle", "2025-05-02"),
    buildConversationOfDay("c", "Recent", "2025-05-03"),
    buildConversationOfDay("d", "Newest", "2025-05-04"),
  ];
  await openWorkspaceWith(person, fixture.url, conversations, "#c=a");
  await expectVisible(page.getByRole("log"), "Answer of Oldest");
  await chooseInHeader(page, "Clear messages");
  const confirmation = page.getByRole("alertdialog");
  await confirmation.getByText("Are you sure you want to clear all messages?", { exact: true }).waitFor();
  await clickDialogButton(page, "Cancel");
  await expectVisible(page.getByRole("log"), "Answer of Oldest");
  await chooseInHeader(page, "Clear messages");
  await clickDialogButton(page, "Clear messages");
  await expectVisible(page, "Start a new conversation.");
  const cleared = page.getByRole("status").filter({ hasText: "The messages were deleted." });
  await cleared.getByRole("button", { name: "Undo" }).click();
  await expectVisible(page.getByRole("log"), "Answer of Oldest");
  await chooseInHeader(page, "Clear messages");
  await clickDialogButton(page, "Clear messages");
  await expectVisible(page, "Start a new conversation.");
  await page.reload();
  await expectVisible(page, "Start a new conversation.");
  // The cleared conversation moves to the top of the list, because it has changed.
  await expectEventually(() => readConversationNames(page)).toEqual(["Oldest", "Newest", "Recent", "Middle"]);
  const readStored = async () => (await readStoredConversations(page, userId)).conversationHistory;
  await expectEventually(async () => (await readStored()).find(({ id }) => id === "a")).toMatchObject({
    name: "Oldest",
    messages: [],
    headId: null,
  });

  await chooseForConversation(page, "Oldest", "Delete");
  await clickDialogButton(page, "Cancel");
  await chooseForConversation(page, "Oldest", "Delete");
  await confirmation.waitFor();
  await page.keyboard.press("Escape");
  await confirmation.waitFor({ state: "detached" });
  expect(await readConversationNames(page)).toHaveLength(4);
  const deleteFromMenu = async (name: string) => {
    await chooseForConversation(page, name, "Delete");
    await confirmation.getByText(`“${name}” will be deleted`).waitFor();
    await clickDialogButton(page, "Delete chat");
  };
  await deleteFromMenu("Oldest");
  await expectVisible(page.getByRole("log"), "Answer of Newest");
  expect(await conversationRow(page, "Newest").getAttribute("aria-current")).toBe("page");
  // The latest one is selected, not the one that followed in the list.
  await conversationRow(page, "Recent").click();
  await expectVisible(page.getByRole("log"), "Answer of Recent");
  await deleteFromMenu("Recent");
  await expectVisible(page.getByRole("log"), "Answer of Newest");
  // "Middle" is not the open conversation, so the open one stays open.
  await deleteFromMenu("Middle");
  await expectEventually(() => readConversationNames(page)).toEqual(["Newest"]);
  await expectVisible(page.getByRole("log"), "Answer of Newest");
  const deleteNewest = async () => {
    await deleteFromMenu("Newest");
    await expectVisible(page, "Start a new conversation.");
  };
  // Otherwise the notice would be about all that were deleted.
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("button", { name: "Undo" }).waitFor({ state: "detached" });
  await deleteNewest();
  const notice = page.getByRole("status").filter({ hasText: "“Newest” deleted." });
  await notice.getByRole("button", { name: "Undo" }).click();
  await expectVisible(page.getByRole("log"), "Answer of Newest");
  await expectEventually(() => readConversationNames(page)).toEqual(["Newest"]);
  await page.reload();
  await expectVisible(page.getByRole("log"), "Answer of Newest");
  await deleteNewest();
  await expectVisible(sidePanel(page), "No data.");
  expect(await composer(page).isEditable()).toBe(true);
  expect((await readStored()).filter(({ messages }) => messages.length > 0)).toEqual([]);
  await page.reload();
  await expectVisible(sidePanel(page), "No data.");
});
