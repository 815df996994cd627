import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browser/browserStorage.ts";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import { chooseForAll, createFolders, folderRow } from "../../support/pages/folders.ts";
import { chooseForConversation, conversationRow } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const matchExactName = (name: string) => ({ name, exact: true });

test("on a phone folders, menus and dialogs fit, and axe finds no serious violation", async () => {
  const person = await fixture.openSignedIn({ viewport: narrowViewport });
  const { page } = person;
  await createFolders(person.api, [
    { id: "c", name: "A course with a name that is far too long for the panel of a phone" },
  ]);
  await openWorkspaceWith(person, fixture.url, [
    buildLocalConversation("one", "Within", { folderId: "c", tags: ["physics", "draft"] }),
    buildLocalConversation("two", "Beside", { tags: ["a tag with a long name that does not fit"] }),
  ]);
  await page.getByRole("button", { name: "Open the side panel" }).click();
  await folderRow(page, "A course").click();
  await conversationRow(page, "Within").waitFor();
  await checkAxe(page, "folders and tags");
  await chooseForConversation(page, "Within", "Move to folder…");
  await page.getByRole("combobox", { name: /^Folder for/ }).waitFor();
  await checkAxe(page, "the choice of a folder");
  await page.keyboard.press("Escape");
  await chooseForConversation(page, "Within", "Tags…");
  await page.getByRole("dialog", matchExactName("Tags")).waitFor();
  await checkAxe(page, "the tags of a conversation");
  await page.keyboard.press("Escape");
  await chooseForAll(page, "Select chats");
  await page.getByRole("checkbox", { name: "Within (in this browser)" }).click();
  await checkAxe(page, "several to be chosen");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
