import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { chatBox, chooseForAll, chooseInRow, confirmWith, createChat, selectionBar } from "../../testing/chatList.ts";
import { storeLocalConversations } from "../../testing/conversations.ts";
import { chooseForPrompt, openPromptMenu, openPrompts } from "../../testing/promptPanel.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { banner, conversationRow, dialogNamed, log } from "../../testing/screen.ts";
import { stubFolders, stubPrompts } from "../../testing/stubFolders.ts";

const dialog = () => dialogNamed("Add People to Share With");

async function expectSelected(...names: readonly string[]): Promise<void> {
  for (const name of names)
    await expect.element(dialog().getByRole("checkbox", { name: new RegExp(`^${name}`) })).toBeChecked();
  await dialog().getByRole("button", { name: "Close" }).first().click();
  await expect.element(dialog()).not.toBeInTheDocument();
}

test("[A1.03] a chat is shared from its row and its header, and a folder from its row", async () => {
  stubFolders({ id: "physics", name: "Physics" });
  await storeLocalConversations(createChat("lenses", "Lenses"), createChat("filed", "Filed", { folderId: "physics" }));
  await renderApp();
  await expect.element(conversationRow("Lenses")).toBeVisible();
  await chooseInRow("Lenses", "Share…");
  await expectSelected("Lenses");
  await chooseInRow("Physics", "Share…");
  await expectSelected("Physics");
  await conversationRow("Lenses").click();
  await expect.element(log().getByText("Answer of Lenses", { exact: true })).toBeVisible();
  await banner().getByRole("button", { name: "Share this chat" }).click();
  await expectSelected("Lenses");
  await page.viewport(390, 800);
  await expect.element(banner().getByRole("button", { name: "Share this chat" })).not.toBeInTheDocument();
  await banner().getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Share…" }).click();
  await expectSelected("Lenses");
});

test("[C4.47] checked chats are shared, tagged and deleted together, each after a dialog that can be cancelled", async () => {
  await storeLocalConversations(createChat("lenses", "Lenses"), createChat("mirrors", "Mirrors"));
  await renderApp();
  await expect.element(conversationRow("Lenses")).toBeVisible();
  await chooseForAll("Select chats");
  for (const name of ["Lenses", "Mirrors"]) await chatBox(name).click();
  await selectionBar().getByRole("button", { name: "Share…" }).click();
  await expectSelected("Lenses", "Mirrors");
  await selectionBar().getByRole("button", { name: "Tags…" }).click();
  await dialogNamed("Tags").getByRole("button", { name: "Cancel" }).click();
  await selectionBar().getByRole("button", { name: "Delete" }).click();
  await confirmWith("Cancel");
  for (const name of ["Lenses", "Mirrors"]) await expect.element(chatBox(name)).toBeChecked();
  await selectionBar().getByRole("button", { name: "Delete" }).click();
  await confirmWith("Delete");
  for (const name of ["Lenses", "Mirrors"]) await expect.element(conversationRow(name)).not.toBeInTheDocument();
});

test("a prompt is shared from its menu; one that was imported can only be viewed, moved and hidden, and says so", async () => {
  const data = {
    noEdit: true,
    noCopy: true,
    noShare: true,
    noDelete: true,
    access: { write: false },
    isReceived: true,
  };
  stubPrompts({ name: "Explain" }, { name: "Imported", data });
  await renderApp();
  await openPrompts();
  await chooseForPrompt("Explain", "Share…");
  await expectSelected("Explain");
  const menu = await openPromptMenu("Imported");
  expect(
    menu
      .getByRole("menuitem")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(["Start", "View", "Move to folder…", "Hide"]);
  await menu.getByRole("menuitem", { name: "View" }).click();
  await expect.element(dialogNamed("View “Imported”").getByText(/^This prompt was shared with you/)).toBeVisible();
});
