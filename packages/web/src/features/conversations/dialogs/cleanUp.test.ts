import { expect, test } from "vitest";
import { newConversation } from "../../../entities/conversations/newConversation.ts";
import { findEmptyConversations, findEmptyFolders } from "./cleanUp.ts";

const createLocalConversation = (id: string) => ({
  ...newConversation({ isLocal: true, modelId: null, temperature: null }, new Date()),
  id,
});
const message = {
  id: "m",
  parentId: null,
  role: "user" as const,
  content: "Here",
  data: {},
  createdAt: "2026-01-01T00:00:00.000Z",
};

test("a conversation without messages is empty; one that cannot be read is skipped", async () => {
  const filled = { ...createLocalConversation("filled"), messages: [message] };
  const all = [createLocalConversation("empty"), filled, createLocalConversation("unreadable")];
  const read = async (id: string) => {
    const match = all.find((each) => each.id === id);
    if (!match || id === "unreadable") throw new Error("it cannot be read");
    return match;
  };
  expect((await findEmptyConversations(all, read)).map(({ id }) => id)).toEqual(["empty"]);
});

test("[C6.05] an empty folder is cleaned up unless it is built in or belongs to a group", () => {
  const folder = { type: "chat" as const, name: "A folder" };
  const folders = [
    { ...folder, id: "empty" },
    { ...folder, id: "used" },
    { ...folder, id: "of a group", isGroupFolder: true },
    { ...folder, id: "agents" },
  ];
  expect(findEmptyFolders(folders, [{ folderId: "used" }, { folderId: null }]).map(({ id }) => id)).toEqual(["empty"]);
});
