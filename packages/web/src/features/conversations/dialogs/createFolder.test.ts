import { updateMultipleConversations } from "@lectern/contract";
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { newConversation } from "../../../entities/conversations/newConversation.ts";
import { createConversationStore } from "../../../entities/conversations/store/conversationStore.ts";
import { createMemoryConversations } from "../../../entities/conversations/store/createMemoryConversations.ts";
import { startFakeCloud } from "../../../entities/conversations/testing/fakeCloud.ts";
import type { PromptStore } from "../../../entities/prompts/store/promptStore.ts";
import { recordNotices } from "../../../ui/notices/testing/recordNotices.ts";
import { createFolder } from "./createFolder.ts";

function createTestFolders() {
  const names = new Map<string, string>();
  const promptStore: Pick<PromptStore, "saveFolder" | "removeFolder"> = {
    saveFolder: async ({ id, name }) => void names.set(id, name),
    removeFolder: async (id) => void names.delete(id),
  };
  return { promptStore, readNames: () => [...names.values()] };
}

const conversation = {
  ...newConversation({ isLocal: false, modelId: null, temperature: null }, new Date(0)),
  id: "a",
  name: "Tides",
};

test("a folder to which no chat could be moved is removed, and the error says which chats; a second try creates it", async () => {
  const cloud = startFakeCloud();
  const local = createMemoryConversations();
  cloud.rows.set("a", { ...conversation, revision: 1 });
  await local.putStub(conversation);
  const stores = { store: createConversationStore("u1", local, new QueryClient()), ...createTestFolders() };
  const notices = recordNotices();
  cloud.failNext(updateMultipleConversations, "refused");
  const error = { message: "Couldn’t move “Tides”.", reason: "The server said unavailable." };
  await expect(createFolder(stores, "Course", [conversation])).rejects.toMatchObject(error);
  expect(stores.readNames()).toEqual([]);
  // The dialog shows the error.
  expect(notices).toEqual([]);
  expect(await createFolder(stores, "Course", [conversation])).toEqual(["a"]);
  expect(stores.readNames()).toEqual(["Course"]);
});

test("a folder is removed if the code that moves chats cannot be loaded", async () => {
  const { promptStore, readNames } = createTestFolders();
  const loadError = new TypeError("Failed to fetch dynamically imported module: http://localhost/a.js");
  const store = { moveToFolder: () => Promise.reject(loadError) };
  await expect(createFolder({ store, promptStore }, "Course", [conversation])).rejects.toBe(loadError);
  expect(readNames()).toEqual([]);
});

test("a folder without chats is created", async () => {
  const { promptStore, readNames } = createTestFolders();
  const store = { moveToFolder: () => Promise.reject(new Error("nothing is moved")) };
  expect(await createFolder({ store, promptStore }, "Course", [])).toEqual([]);
  expect(readNames()).toEqual(["Course"]);
});
