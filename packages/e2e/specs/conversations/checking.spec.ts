import { createConversation, listConversations } from "@lectern/contract";
import { expect, test } from "vitest";
import {
  buildLocalConversation,
  openWorkspaceWith,
  readStoredConversations,
} from "../../support/browser/browserStorage.ts";
import { chooseForAll } from "../../support/pages/folders.ts";
import {
  clickDialogButton,
  conversationRow,
  expectEventually,
  expectVisible,
  readConversationNames,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

test("several chats, in either storage, are deleted together after confirmation, and restored by Undo", async () => {
  const person = await fixture.openSignedIn();
  const { page, userId, api } = person;
  const names = ["Cloud one", "Cloud two", "Local one", "Local two", "Stays"];
  const toId = (name: string) => name.replace(" ", "-");
  for (const name of names.slice(0, 2)) await api.call(createConversation, { conversation: { id: toId(name), name } });
  const localConversations = names.slice(2).map((name) => buildLocalConversation(toId(name), name));
  await openWorkspaceWith(person, fixture.url, localConversations);
  for (const name of names) await conversationRow(page, name).waitFor();
  await chooseForAll(page, "Select chats");
  const bar = page.getByRole("region", { name: "Selected chats" });
  await bar.getByRole("button", { name: "Select all" }).click();
  await page.getByRole("checkbox", { name: "Stays (" }).click();
  await bar.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByText("4 chats will be deleted").waitFor();
  await clickDialogButton(page, "Delete chats");
  await expectVisible(page, "4 chats deleted.");
  await expectEventually(() => readConversationNames(page)).toEqual(["Stays"]);
  await bar.waitFor({ state: "detached" });
  const listCloudNames = async () => (await api.call(listConversations, {})).conversations.map(({ name }) => name);
  const listLocalNames = async () =>
    (await readStoredConversations(page, userId)).conversationHistory
      .filter(({ messages }) => messages.length > 0)
      .map(({ name }) => name);
  expect(await listCloudNames()).toEqual([]);
  expect(await listLocalNames()).toEqual(["Stays"]);

  await page.getByRole("button", { name: "Undo" }).click();
  await expectEventually(async () => new Set(await readConversationNames(page))).toEqual(new Set(names));
  await expectEventually(async () => new Set(await listCloudNames())).toEqual(new Set(names.slice(0, 2)));
  await page.reload();
  await expectEventually(async () => new Set(await readConversationNames(page))).toEqual(new Set(names));
});
