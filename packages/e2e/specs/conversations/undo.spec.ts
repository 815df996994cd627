import { listConversations, openConversation } from "@lectern/contract";
import { expect, test } from "vitest";
import { openNewConversation, waitForAnswerText } from "../../support/pages/chatControls.ts";
import { chooseInHeader } from "../../support/pages/messageControls.ts";
import {
  answers,
  ask,
  chooseForConversation,
  clickDialogButton,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

test("the deletion of a chat in the cloud and of its messages reaches other devices at once, and so does its undo, with all versions", async () => {
  const { page, api, email } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  await ask(page, "First? [[answer: One.]]");
  await waitForAnswerText(page, "One.");
  const listNames = async () => (await api.call(listConversations, {})).conversations.map(({ name }) => name);
  await expectEventually(listNames).toHaveLength(1);
  await expectEventually(async () => (await listNames())[0]).not.toBe("New Conversation");
  const [{ id = "", name = "" } = {}] = (await api.call(listConversations, {})).conversations;
  const readTree = async () => {
    const { messages, headId, folderId, tags, createdAt } = (await api.call(openConversation, { conversationId: id }))
      .conversation;
    const contents = messages.map(({ id: messageId, parentId, role, content }) => ({
      messageId,
      parentId,
      role,
      content,
    }));
    return { contents, headId, folderId, tags, createdAt };
  };
  const before = await readTree();
  const { page: otherPage } = await fixture.openSignedIn({ email });
  await openWorkspace(otherPage, fixture.url);
  await conversationRow(otherPage, name).waitFor();

  await chooseInHeader(page, "Clear messages");
  await clickDialogButton(page, "Clear messages");
  const cleared = page.getByRole("status").filter({ hasText: "The messages were deleted." });
  await cleared.waitFor();
  expect((await readTree()).contents).toEqual([]);
  await cleared.getByRole("button", { name: "Undo" }).click();
  await expectVisible(answers(page).last(), "One.");
  expect(await readTree()).toEqual(before);

  await chooseForConversation(page, name, "Delete");
  await clickDialogButton(page, "Delete chat");
  const deleted = page.getByRole("status").filter({ hasText: `“${name}” deleted.` });
  await deleted.waitFor();
  expect(await listNames()).toEqual([]);
  await conversationRow(otherPage, name).waitFor({ state: "detached" });
  await deleted.getByRole("button", { name: "Undo" }).click();
  await expectVisible(answers(page).last(), "One.");
  expect(await readTree()).toEqual(before);
  await conversationRow(otherPage, name).click();
  await expectVisible(answers(otherPage).last(), "One.");
  await page.reload();
  await expectVisible(answers(page).last(), "One.");
});
