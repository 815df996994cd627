import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { chatBox, chooseForAll, chooseInRow, createChat, selectionBar } from "../../testing/chatList.ts";
import { storeLocalConversations } from "../../testing/conversations.ts";
import { chooseForPrompt, openPromptMenu, openPrompts } from "../../testing/promptPanel.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { banner, conversationRow, dialogNamed, log } from "../../testing/screen.ts";
import { stubFolders, stubPrompts } from "../../testing/stubFolders.ts";

const dialog = () => dialogNamed("Add People to Share With");

async function expectSelected(...names: readonly string[]): Promise<void> {
  for (const name of names)
    await expect.element(dialog().getByRole("checkbox", { name: new RegExp(`^${name}`) })).toBeChecked();
  await dialog().getByRole("button", { name: "Cancel" }).click();
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
  await banner().getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Share…" }).click();
  await expectSelected("Lenses");
});

test("checked chats are shared together", async () => {
  await storeLocalConversations(createChat("lenses", "Lenses"), createChat("mirrors", "Mirrors"));
  await renderApp();
  await expect.element(conversationRow("Lenses")).toBeVisible();
  await chooseForAll("Select chats");
  for (const name of ["Lenses", "Mirrors"]) await chatBox(name).click();
  await selectionBar().getByRole("button", { name: "Share…" }).click();
  await expectSelected("Lenses", "Mirrors");
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
