import { createConversation, listConversations } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import {
  buildLocalConversation,
  openWorkspaceWith,
  readStoredConversations,
} from "../../support/browser/browserStorage.ts";
import { chooseForAll, chooseForFolder, createFolders, readFolderNames } from "../../support/pages/folders.ts";
import {
  clickDialogButton,
  conversationRow,
  expectEventually,
  expectVisible,
  readConversationNames,
  sidePanel,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const question = { id: "q", role: "user" as const, content: "What is a lecture?" };
const matchExactName = (name: string) => ({ name, exact: true });

describe("folders", () => {
  test("[C8.48] [C4.18] [A4.29] are cleaned up if empty, or deleted with their conversations, after confirmation; then the last remaining conversation opens, or a new one", async () => {
    const person = await fixture.openSignedIn();
    const { page, userId } = person;
    await createFolders(person.api, [
      { id: "f", name: "Course" },
      { id: "g", name: "Rest" },
      { id: "empty", name: "Empty" },
    ]);
    const at = (day: string) => ({ updatedAt: `${day}T12:00:00.000Z` });
    const conversations = [
      buildLocalConversation("one", "Lecture one", { folderId: "f", ...at("2025-05-03") }),
      buildLocalConversation("rest", "The rest", { folderId: "g", ...at("2025-05-02") }),
      buildLocalConversation("older", "Older rest", { folderId: "g", ...at("2025-05-01") }),
      buildLocalConversation("nothing", "Nothing in it", { messages: [], headId: null }),
    ];
    const cloudConversation = { id: "two", name: "Lecture two", folderId: "f" };
    await person.api.call(createConversation, { conversation: { ...cloudConversation, messages: [question] } });
    await openWorkspaceWith(person, fixture.url, conversations, "#c=one");
    await expectVisible(page.getByRole("log"), "Answer of Lecture one");
    const confirmation = page.getByRole("alertdialog");
    await chooseForAll(page, "Delete empty chats");
    await confirmation.getByText("1 chat has no messages and will be deleted.").waitFor();
    await clickDialogButton(page, "Delete");
    await expectVisible(page.getByRole("status"), "Removing Empty Conversations...");
    await conversationRow(page, "Nothing in it").waitFor({ state: "detached" });
    await chooseForAll(page, "Delete empty chats");
    await expectVisible(page.getByRole("status"), "No Empty Conversations To Remove");
    await chooseForAll(page, "Delete empty folders");
    await confirmation.getByText("“Empty” contains no chats").waitFor();
    await clickDialogButton(page, "Delete");
    await expectVisible(page.getByRole("status"), "Removing Empty Folders...");
    await expectEventually(async () => new Set(await readFolderNames(page))).toEqual(new Set(["Course 2", "Rest 2"]));
    await chooseForAll(page, "Delete empty folders");
    await expectVisible(page.getByRole("status"), "No Empty Folders To Remove");
    await page.getByRole("button", { name: "Undo" }).click();
    await expectEventually(async () => (await readFolderNames(page)).includes("Empty")).toBe(true);

    await chooseForFolder(page, "Course", "Delete");
    const warningText = "“Course” and the 2 chats in it will be deleted";
    await page.getByRole("alertdialog", matchExactName("Delete folder")).getByText(warningText).waitFor();
    await clickDialogButton(page, "Cancel");
    expect(await readConversationNames(page)).toEqual(["Lecture two", "Lecture one"]);
    await chooseForFolder(page, "Course", "Delete");
    await clickDialogButton(page, "Delete");
    await expectVisible(page.getByRole("log"), "Answer of The rest");
    await expectEventually(async () => new Set(await readFolderNames(page))).toEqual(new Set(["Empty", "Rest 2"]));
    await expectEventually(async () =>
      (await readStoredConversations(page, userId)).conversationHistory.map(({ id }) => id),
    ).not.toContain("one");
    expect((await person.api.call(listConversations, {})).conversations).toEqual([]);
    for (const name of ["Rest", "Empty"]) {
      await chooseForFolder(page, name, "Delete");
      await clickDialogButton(page, "Delete");
    }
    await expectVisible(page, "Start a new conversation.");
    await expectVisible(sidePanel(page), "No data.");
    await page.reload();
    await expectVisible(sidePanel(page), "No data.");
  });
});
