import { searchMessages } from "@lectern/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  chooseForAll,
  confirmWith,
  createChat,
  findInList,
  readChatNames,
  searchField,
  selectionBar,
} from "../../../testing/chatList.ts";
import { sendMessage, waitForAnswerEnd } from "../../../testing/chatPage.ts";
import { storeLocalConversations } from "../../../testing/conversations.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { conversationList, conversationRow, dialogNamed, eventually, log, sidePanel } from "../../../testing/screen.ts";
import { stubAnswers } from "../../../testing/stubChat.ts";
import { stubCloud } from "../../../testing/stubCloud.ts";
import { stubFolders } from "../../../testing/stubFolders.ts";
import { failOp, stubOp } from "../../../testing/stubServer.ts";

const createChatOfDay = (id: string, name: string, day: string) =>
  createChat(id, name, { updatedAt: `${day}T12:00:00.000Z`, createdAt: `${day}T12:00:00.000Z` });

test("the list shows the newest first and moves a chat up when it gets a message; a search by name ignores case and accents, stays while results are opened, and says when nothing is found", async () => {
  stubAnswers("Once more.");
  await storeLocalConversations(
    createChatOfDay("b", "Physics of herons", "2025-05-02"),
    createChatOfDay("a", "Grant budget", "2025-05-01"),
    createChatOfDay("c", "Épreuve de physique", "2025-05-03"),
  );
  await renderApp();
  await expect.element(conversationRow("Grant budget")).toBeVisible();
  await eventually(readChatNames).toEqual(["Épreuve de physique", "Physics of herons", "Grant budget"]);
  await searchField().fill("PHYSI");
  await eventually(readChatNames).toEqual(["Épreuve de physique", "Physics of herons"]);
  for (const [index, name] of [
    [1, "Physics of herons"],
    [0, "Épreuve de physique"],
  ] as const) {
    await page.elementLocator(findInList("[data-row]")[index] ?? document.body).click();
    await expect.element(log().getByText(`Answer of ${name}`, { exact: true })).toBeVisible();
  }
  await expect.element(searchField()).toHaveValue("PHYSI");
  await searchField().fill("epreuve");
  await eventually(readChatNames).toEqual(["Épreuve de physique"]);
  await searchField().fill("nothing like it");
  await expect.element(sidePanel().getByText("No chat or message contains “nothing like it”.").first()).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await eventually(readChatNames).toHaveLength(3);

  await conversationRow("Grant budget").click();
  await expect.element(log().getByText("Answer of Grant budget", { exact: true })).toBeVisible();
  await sendMessage("Once more");
  await waitForAnswerEnd();
  await eventually(readChatNames).toEqual(["Grant budget", "Épreuve de physique", "Physics of herons"]);
  const headings = sidePanel().getByRole("heading", { level: 3 });
  expect(headings.elements().map(({ textContent }) => textContent)).toEqual(["Today", "May 2025"]);
});

test("a passage in the list shows the found words whole, whatever is before them, and ends with whole words", async () => {
  const content =
    "Which distribution is older, and is it true that Debian was announced in the summer of 1993, long before the others, by Ian Murdock, who was then a student of accounting and computer science at Purdue?";
  const withContent = (id: string, name: string) => {
    const chat = createChat(id, name);
    return { ...chat, messages: chat.messages.map((message) => ({ ...message, content })) };
  };
  stubCloud(withContent("far", "Far away"));
  // The server returns a long passage, which the list shortens.
  stubOp(searchMessages, ({ query }) => {
    const marks = query.split(" ").map((word): [number, number] => {
      const start = content.search(new RegExp(`\\b${word}`, "i"));
      return [start, start + word.length];
    });
    const hit = { conversationId: "far", messageId: "far-0", role: "user" as const, passage: content, marks };
    return { hits: [hit], nextCursor: null };
  });
  await storeLocalConversations(withContent("near", "Near by"));
  await renderApp();
  await expect.element(conversationRow("Far away")).toBeVisible();
  for (const [searched, expected] of [
    ["murdock", ["Murdock"]],
    ["ian murdock", ["Ian", "Murdock"]],
  ] as const) {
    await searchField().fill(searched);
    for (const name of ["Near by", "Far away"]) {
      const hit = conversationList().getByRole("button", { name: new RegExp(`^${name}.*Murdock`) });
      const findMarks = () => [...(hit.query()?.querySelectorAll("mark") ?? [])];
      await eventually(() => findMarks().map(({ textContent }) => textContent)).toEqual(expected);
      const passage = findMarks()[0]?.parentElement;
      expect(passage?.scrollHeight).toBeLessThanOrEqual(passage?.clientHeight ?? 0);
    }
  }
});

test("a search says when no message contains the words, and that the cloud could not be searched while it shows local results", async () => {
  await storeLocalConversations(createChat("one", "Physics"));
  await renderApp();
  await searchField().fill("heron");
  await expect.element(sidePanel().getByText("No chat or message contains “heron”.").first()).toBeVisible();
  expect(sidePanel().getByText("No data.").query()).toBeNull();
  await searchField().fill("Physics");
  await eventually(readChatNames).toEqual(["Physics"]);
  await expect.element(conversationList().getByRole("heading", { name: "In messages" })).toBeVisible();
  failOp(searchMessages, "Not now");
  await searchField().fill("question");
  await expect.element(conversationList().getByRole("button", { name: /^Physics.*Question of Physics/ })).toBeVisible();
  await expect.element(conversationList().getByText("Couldn’t search the messages in the cloud.")).toBeVisible();
});

test("[C2.38] the tab has New chat, a button that asks for the name of a folder, a search, the menu of all conversations, the tree of folders and the other chats, newest first, and says when there is none", async () => {
  stubFolders();
  await storeLocalConversations(
    createChatOfDay("old", "Old", "2025-05-01"),
    createChatOfDay("new", "New", "2025-05-03"),
    createChatOfDay("middle", "Middle", "2025-05-02"),
  );
  await renderApp();
  await eventually(readChatNames).toEqual(["New", "Middle", "Old"]);
  await expect.element(sidePanel().getByRole("button", { name: "New chat" })).toBeVisible();
  await expect.element(searchField()).toBeVisible();
  await sidePanel().getByRole("button", { name: "New folder" }).click();
  const dialog = dialogNamed("New folder");
  await expect.element(dialog.getByRole("textbox", { name: "Folder name" })).toHaveValue("New Folder");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect
    .element(sidePanel().getByRole("treegrid").getByRole("button", { name: "New Folder" }).first())
    .toBeVisible();

  await expect.element(sidePanel().getByRole("heading", { name: "Conversations" })).toBeVisible();
  await page.getByRole("button", { name: "Actions for all chats" }).click();
  for (const name of ["Sort folders by date", "Sort folders by name"])
    await expect.element(page.getByRole("menuitemradio", { name })).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: "Delete empty chats" })).toBeVisible();
  await page.getByRole("menuitem", { name: "Select chats" }).click();
  for (const name of ["Share…", "Tags…"])
    await expect.element(selectionBar().getByRole("button", { name })).toBeVisible();
  await selectionBar().getByRole("button", { name: "Select all" }).click();
  await selectionBar().getByRole("button", { name: "Delete" }).click();
  await confirmWith("Delete");
  await chooseForAll("Delete empty folders");
  await confirmWith("Delete empty folders");
  await expect.element(sidePanel().getByText("No data.")).toBeVisible();
});
