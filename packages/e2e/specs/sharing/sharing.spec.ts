import { expect, test } from "vitest";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import { openNewConversation, waitForAnswerText } from "../../support/pages/chatControls.ts";
import {
  answers,
  ask,
  clickDialogButton,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
  readConversationNames,
  sidePanel,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

test("[C1.08] a chat is shared with somebody who signs in for the first time afterwards, who imports it and keeps it when it is withdrawn", async () => {
  const sender = await fixture.openSignedIn({ email: "sharing.sender@example.org" });
  await openNewConversation(sender.page, fixture.url, "cloud");
  await ask(sender.page, "Where do herons wait? [[answer: At the quay.]]");
  await waitForAnswerText(sender.page, "At the quay.");
  await expectEventually(() => readConversationNames(sender.page)).toEqual(["A scripted title"]);
  await sender.page.getByRole("banner").getByRole("button", { name: "More actions" }).click();
  await sender.page.getByRole("menuitem", { name: "Share…" }).click();
  const dialog = sender.page.getByRole("dialog", { name: "Add People to Share With" });
  await dialog.getByRole("combobox", { name: "People and groups" }).fill("sharing.later@example.org,");
  await dialog.getByRole("textbox", { name: "Note" }).fill("Birds for you");
  await checkAxe(sender.page, "the share dialog");
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await dialog.waitFor({ state: "detached" });

  const recipient = await fixture.openSignedIn({ email: "sharing.later@example.org" });
  await openWorkspace(recipient.page, fixture.url);
  await sidePanel(recipient.page)
    .getByRole("tab", { name: /^Share/ })
    .click();
  const shared = sidePanel(recipient.page).getByRole("region", { name: "Sharing Sender", exact: true });
  await shared
    .getByRole("button", { name: /Birds for you/ })
    .first()
    .click();
  const importDialog = recipient.page.getByRole("dialog", { name: "Import shared items" });
  await expectVisible(importDialog, "1 chat.");
  await importDialog.getByRole("button", { name: "Import", exact: true }).click();
  await expectVisible(importDialog, "Imported 1 chat.");
  await checkAxe(recipient.page, "the imported items");
  await importDialog.getByRole("button", { name: "Close" }).first().click();

  await sidePanel(sender.page)
    .getByRole("tab", { name: /^Share/ })
    .click();
  await sidePanel(sender.page).getByRole("tab", { name: "Items You Shared" }).click();
  await sidePanel(sender.page)
    .getByRole("list", { name: "Recipients" })
    .getByText("Imported", { exact: true })
    .waitFor();
  await sidePanel(sender.page)
    .getByRole("button", { name: /^Withdraw “.*”, shared on/ })
    .click();
  await clickDialogButton(sender.page, "Withdraw");
  await expectVisible(sidePanel(sender.page), "You haven’t shared anything yet.");
  await expectVisible(sidePanel(recipient.page), "Nothing has been shared with you yet.");

  await sidePanel(recipient.page)
    .getByRole("tab", { name: /^Chats/ })
    .click();
  await conversationRow(recipient.page, "A scripted title").click();
  await expectVisible(answers(recipient.page).last(), "At the quay.");
  expect(await readConversationNames(recipient.page)).toEqual(["A scripted title"]);
});

test("a link to a chat is opened by another person, who reads it and continues it, until its owner stops sharing", async () => {
  const sender = await fixture.openSignedIn({ email: "links.sender@example.org" });
  await sender.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openNewConversation(sender.page, fixture.url, "cloud");
  await ask(sender.page, "Where do herons wait? [[answer: At the quay.]]");
  await waitForAnswerText(sender.page, "At the quay.");
  await expectEventually(() => readConversationNames(sender.page)).toEqual(["A scripted title"]);
  await sender.page.getByRole("banner").getByRole("button", { name: "More actions" }).click();
  await sender.page.getByRole("menuitem", { name: "Share…" }).click();
  const dialog = sender.page.getByRole("dialog", { name: "Add People to Share With" });
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await dialog.getByRole("button", { name: "Copied" }).waitFor();
  await checkAxe(sender.page, "the link in the share dialog");
  const address = await sender.page.evaluate(() => navigator.clipboard.readText());
  expect(address).toBe(await dialog.getByRole("textbox", { name: "Link to the chat" }).inputValue());
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const reader = await fixture.openSignedIn({ email: "links.reader@example.org" });
  await reader.page.setViewportSize({ width: 390, height: 844 });
  await reader.page.goto(address);
  await reader.page.getByRole("heading", { level: 1, name: "A scripted title" }).waitFor();
  await expectVisible(reader.page.getByRole("main"), /^Shared by Links Sender on /);
  await expectVisible(answers(reader.page).last(), "At the quay.");
  expect(await reader.page.getByRole("textbox", { name: "Message", exact: true }).count()).toBe(0);
  await checkAxe(reader.page, "the shared chat");
  await reader.page.setViewportSize({ width: 1280, height: 800 });
  await reader.page.getByRole("button", { name: "Continue in my chats" }).click();
  await reader.page.getByRole("textbox", { name: "Message", exact: true }).waitFor();
  await expectVisible(answers(reader.page).last(), "At the quay.");
  expect(await readConversationNames(reader.page)).toEqual(["A scripted title"]);

  await sidePanel(sender.page)
    .getByRole("tab", { name: /^Share/ })
    .click();
  await sidePanel(sender.page).getByRole("tab", { name: "Items You Shared" }).click();
  await expectVisible(sidePanel(sender.page).getByRole("list", { name: "Links you shared" }), /Opened by 1 person/);
  await checkAxe(sender.page, "the links that were shared");
  await sidePanel(sender.page).getByRole("button", { name: "Stop sharing “A scripted title”" }).click();
  await clickDialogButton(sender.page, "Stop sharing");
  await expectVisible(sidePanel(sender.page), "You haven’t shared anything yet.");
  await reader.page.goto(address);
  await expectVisible(reader.page.getByRole("main"), "Unable to find shared item. It may have been deleted.");
});
