import { deleteConversation, deleteMultipleConversations, updateConversation } from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  chatBox,
  chooseForAll,
  chooseInRow,
  confirmWith,
  createChat,
  readChatNames,
  readLocalConversations,
  searchField,
  selectionBar,
} from "../../../testing/chatList.ts";
import { storeLocalConversations } from "../../../testing/conversations.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, conversationRow, eventually, log, sidePanel } from "../../../testing/screen.ts";
import { stubCloud } from "../../../testing/stubCloud.ts";
import { listInputs } from "../../../testing/stubServer.ts";

const createNumbered = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    createChat(`n-${index}`, `Number ${index}`, {
      updatedAt: new Date(Date.UTC(2025, 0, 1) - index * 60_000).toISOString(),
    }),
  );
const checkedBoxes = () => page.getByRole("checkbox", { checked: true });
const barButton = (name: string) => selectionBar().getByRole("button", { name, exact: true });
const select = async (...names: readonly string[]) => {
  await chooseForAll("Select chats");
  for (const name of names) await chatBox(name).click();
};

test("several chats are checked one by one, as a range, all and none; Cancel and Esc end the selection", async () => {
  await storeLocalConversations(...createNumbered(5));
  await renderApp();
  await expect.element(conversationRow("Number 4")).toBeVisible();
  await chooseInRow("Number 1", "Select chats");
  await eventually(() => checkedBoxes().elements()).toHaveLength(1);
  await barButton("Cancel").click();
  await expect.element(page.getByRole("checkbox")).not.toBeInTheDocument();
  await chooseInRow("Number 1", "Select chats");
  await expect.element(chatBox("Number 1")).toBeVisible();
  chatBox("Number 1").element().focus();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("checkbox")).not.toBeInTheDocument();
  await conversationRow("Number 0").click();
  await expect.element(log().getByText("Answer of Number 0", { exact: true })).toBeVisible();

  await chooseForAll("Select chats");
  const status = selectionBar().getByRole("status");
  await expect.element(status).toHaveTextContent("0 selected");
  await expect.element(barButton("Delete")).toBeDisabled();
  await chatBox("Number 1").click();
  await chatBox("Number 4").click({ modifiers: ["Shift"] });
  await expect.element(status).toHaveTextContent("4 selected");
  chatBox("Number 3").element().focus();
  await userEvent.keyboard(" ");
  await expect.element(status).toHaveTextContent("3 selected");
  await barButton("Select all").click();
  await expect.element(status).toHaveTextContent("5 selected");
  await barButton("Clear selection").click();
  await expect.element(status).toHaveTextContent("0 selected");
});

test("the checked chats are deleted after confirmation, in either storage; one that cannot be deleted stays and is named", async () => {
  const cloud = stubCloud(createChat("cloud", "In the cloud"));
  await storeLocalConversations(...createNumbered(3));
  await renderApp();
  await expect.element(conversationRow("In the cloud")).toBeVisible();
  await select("Number 0", "Number 2");
  await barButton("Delete").click();
  await expect.element(page.getByRole("alertdialog").getByText("2 chats will be deleted")).toBeVisible();
  await confirmWith("Cancel");
  expect(checkedBoxes().elements()).toHaveLength(2);
  await barButton("Delete").click();
  await confirmWith("Delete chats");
  await expect.element(page.getByText("2 chats deleted.", { exact: true }).first()).toBeInTheDocument();
  await eventually(readChatNames).toEqual(["In the cloud", "Number 1"]);
  await expect.element(selectionBar()).not.toBeInTheDocument();
  expect((await readLocalConversations()).map(({ id }) => id)).not.toContain("n-2");

  const restoreOps = [deleteMultipleConversations, deleteConversation].map((op) => cloud.failOp(op, "Not now"));
  await select("Number 1", "In the cloud");
  await barButton("Delete").click();
  await confirmWith("Delete chats");
  await expect.element(page.getByText("Couldn’t delete “In the cloud”.").first()).toBeInTheDocument();
  await eventually(readChatNames).toEqual(["In the cloud"]);
  expect([...cloud.conversations.keys()]).toEqual(["cloud"]);

  for (const restore of restoreOps) restore();
  await select("In the cloud");
  await barButton("Delete").click();
  await confirmWith("Delete");
  await eventually(readChatNames).toEqual([]);
  expect([...cloud.conversations.keys()]).toEqual([]);
});

test("tags are added to several chats at once, separated by commas, removed and searched for", async () => {
  await storeLocalConversations(...createNumbered(4));
  await renderApp();
  await expect.element(conversationRow("Number 3")).toBeVisible();
  await select("Number 1", "Number 2");
  await page.getByRole("button", { name: "Tags…" }).click();
  const dialog = page.getByRole("dialog", { name: "Tags" });
  await dialog.getByRole("combobox", { name: "Add tags" }).fill(" physics , grant budget,, ");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const readTags = async () => Object.fromEntries((await readLocalConversations()).map(({ id, tags }) => [id, tags]));
  const bothTags = ["physics", "grant budget"];
  await eventually(readTags).toMatchObject({ "n-0": [], "n-1": bothTags, "n-2": bothTags });
  await expect.element(conversationRow("Number 1").getByText("physics", { exact: true })).toBeInTheDocument();

  await chooseInRow("Number 2", "Tags…");
  await dialog.getByRole("button", { name: "Remove the tag physics" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await eventually(readTags).toMatchObject({ "n-1": bothTags, "n-2": ["grant budget"] });

  await searchField().fill("#phys");
  await eventually(readChatNames).toHaveLength(1);
  await chooseForAll("Filter by tag");
  await page.getByRole("list", { name: "Tags" }).getByRole("button", { name: "grant budget" }).click();
  await expect.element(searchField()).toHaveValue('#"grant budget"');
  await eventually(readChatNames).toHaveLength(2);
  await searchField().fill('#"grant budget" number 2');
  await eventually(readChatNames).toHaveLength(1);
});

test("at 390 px, a chat from whose menu the selection begins stays in view above the actions", async () => {
  await page.viewport(390, 844);
  await storeLocalConversations(...createNumbered(30));
  await renderApp();
  await page.getByRole("button", { name: "Open the side panel" }).click();
  await expect.element(conversationRow("Number 0")).toBeVisible();
  const { height: treeHeight } = boxOf(page.getByRole("treegrid"));
  // A row near the end of the list, where the actions appear.
  const index = Math.floor((treeHeight - 32) / boxOf(conversationRow("Number 0")).height) - 3;
  await chooseInRow(`Number ${index}`, "Select chats");
  await expect.element(selectionBar()).toBeVisible();
  const readRoomBelow = () => boxOf(selectionBar()).top - boxOf(chatBox(`Number ${index}`)).bottom;
  await eventually(readRoomBelow).toBeGreaterThanOrEqual(0);
});

test("several chats are pinned, unpinned, archived and brought back at once; the archiving can be undone", async () => {
  const cloud = stubCloud(createChat("cloudy", "Cloudy"));
  await storeLocalConversations(createChat("a", "Alpha"), createChat("b", "Beta"), createChat("c", "Gamma"));
  await renderApp();
  await expect.element(conversationRow("Cloudy")).toBeVisible();
  const pinnedHeading = sidePanel().getByRole("heading", { name: "Pinned" });
  await select("Alpha", "Cloudy");
  await barButton("Pin").click();
  await expect.element(pinnedHeading).toBeVisible();
  await expect.element(selectionBar()).not.toBeInTheDocument();
  expect(cloud.conversations.get("cloudy")).toMatchObject({ isPinned: true });
  await select("Alpha", "Cloudy");
  await barButton("Unpin").click();
  await expect.element(pinnedHeading).not.toBeInTheDocument();

  await select("Beta", "Cloudy");
  await barButton("Archive").click();
  await expect.element(page.getByText("2 chats archived.", { exact: true }).first()).toBeInTheDocument();
  await eventually(() => new Set(readChatNames())).toEqual(new Set(["Alpha", "Gamma"]));
  await page.getByRole("button", { name: "Undo" }).click();
  await eventually(readChatNames).toHaveLength(4);

  await select("Beta", "Cloudy");
  await barButton("Archive").click();
  await eventually(readChatNames).toHaveLength(2);
  await chooseForAll("Archived chats");
  await select("Beta", "Cloudy");
  expect(barButton("Pin").query()).toBeNull();
  await barButton("Unarchive").click();
  await expect.element(page.getByText("2 chats are back in the list.", { exact: true }).first()).toBeInTheDocument();
  await page.getByRole("button", { name: "Back to all chats" }).click();
  await eventually(readChatNames).toHaveLength(4);
});

test("while several chats are archived, no other change of them can start", async () => {
  const cloud = stubCloud(createChat("cloudy", "Cloudy"));
  await renderApp();
  await expect.element(conversationRow("Cloudy")).toBeVisible();
  const pausedUpdate = cloud.pauseOp(updateConversation);
  await select("Cloudy");
  await barButton("Archive").click();
  await expect.element(selectionBar().getByRole("status")).toHaveTextContent("Changing 1 chat…");
  await barButton("Archive").click({ force: true });
  await expect.element(barButton("Delete")).toBeDisabled();
  pausedUpdate.release();
  await expect.element(page.getByText("1 chat archived.", { exact: true }).first()).toBeInTheDocument();
  expect(listInputs(updateConversation)).toHaveLength(1);
});

test("after Stop, the chats that were deleted can be restored", async () => {
  const names = ["One", "Two", "Three", "Four", "Five"];
  const cloud = stubCloud(...names.map((name) => createChat(name, name)));
  await renderApp();
  for (const name of names) await expect.element(conversationRow(name)).toBeVisible();
  await chooseForAll("Select chats");
  await barButton("Select all").click();
  await barButton("Delete").click();
  const deletion = cloud.pauseOp(deleteConversation);
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Delete chats" }).click();
  await deletion.reached;
  await dialog.getByRole("button", { name: "Stop" }).click();
  deletion.release();
  const stopped = page.getByRole("status").filter({ hasText: /^Stopped: \d of 5 chats deleted\./ });
  await expect.element(stopped).toBeVisible();
  expect(cloud.conversations.size).toBeLessThan(names.length);
  await stopped.getByRole("button", { name: "Undo" }).click();
  await eventually(() => new Set(cloud.conversations.keys())).toEqual(new Set(names));
  await eventually(() => new Set(readChatNames())).toEqual(new Set(names));
});
