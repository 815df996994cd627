import { type Conversation, updateConversation, updateMultipleConversations } from "@lectern/contract";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { newConversation } from "../../../entities/conversations/newConversation.ts";
import {
  type ConversationStore,
  createConversationStore,
} from "../../../entities/conversations/store/conversationStore.ts";
import { createMemoryConversations } from "../../../entities/conversations/store/createMemoryConversations.ts";
import { startFakeCloud } from "../../../entities/conversations/testing/fakeCloud.ts";
import { notifyUndoable } from "../../../ui/notices/notify.tsx";
import { findNotice, recordNotices } from "../../../ui/notices/testing/recordNotices.ts";
import { archiveConversations } from "./markConversations.ts";
import { moveConversationsToFolder } from "./moveConversationsToFolder.ts";

const folder = { id: "course", name: "Course" };
const offlineText = "You’re offline. Try again when you’re back online.";
let cloud: ReturnType<typeof startFakeCloud>;
let store: ConversationStore;

/** Stores cloud conversations, given as folders by id. Returns a function that finds one as it is now. */
async function storeInCloud(folderIds: Record<string, string | null>): Promise<(id: string) => Conversation> {
  const local = createMemoryConversations();
  for (const [id, folderId] of Object.entries(folderIds)) {
    const conversation = newConversation({ isLocal: false, modelId: null, temperature: null }, new Date(0));
    cloud.rows.set(id, { ...conversation, id, folderId, name: `Name of ${id}`, revision: 1 });
    await local.putStub({ ...conversation, id, folderId, name: `Name of ${id}` });
  }
  store = createConversationStore("u1", local, new QueryClient());
  return (id) => {
    const row = cloud.rows.get(id);
    if (!row) throw new Error(`${id} is not stored`);
    return row;
  };
}

const readFolderIds = () => Object.fromEntries([...cloud.rows].map(([id, { folderId }]) => [id, folderId]));
const readArchivedIds = () => [...cloud.rows.values()].filter(({ isArchived }) => isArchived).map(({ id }) => id);
const readTexts = (notices: ReturnType<typeof recordNotices>) => notices.map(({ title, text }) => title ?? text);

beforeEach(() => {
  cloud = startFakeCloud();
});

test("undoing three moves offline says so once and offers to undo all three again", async () => {
  const find = await storeInCloud({ a: null, b: "old", c: null });
  const notices = recordNotices();
  for (const id of ["a", "b", "c"]) await moveConversationsToFolder(store, [find(id)], folder);
  vi.stubGlobal("navigator", { onLine: false });
  for (let count = 0; count < 3; count++) cloud.failNext(updateMultipleConversations, "unreachable");
  findNotice(notices, "3 chats moved to “Course”.").press();
  await vi.waitFor(() => expect(readTexts(notices)).toEqual([offlineText, "3 chats moved to “Course”."]));
  expect(readFolderIds()).toEqual({ a: "course", b: "course", c: "course" });
  findNotice(notices, "3 chats moved to “Course”.").press();
  await vi.waitFor(() => expect(readFolderIds()).toEqual({ a: null, b: "old", c: null }));
  expect(readTexts(notices)).toEqual([offlineText]);
});

test("an archiving is offered to be undone in place of a move, not of a deletion", async () => {
  const find = await storeInCloud({ a: "old", b: null });
  const notices = recordNotices();
  notifyUndoable({ kind: "removeConversations", ids: ["c"], describe: () => "“c” deleted.", undo: async () => {} });
  await moveConversationsToFolder(store, [find("a")], folder);
  await archiveConversations(store, [find("b")], true);
  expect(readTexts(notices)).toEqual(["“c” deleted.", "1 chat archived."]);
  await moveConversationsToFolder(store, [find("a")], null);
  expect(readTexts(notices)).toEqual(["“c” deleted.", "“Name of a” removed from its folder."]);
});

test("of a move that is undone in part, only the rest is offered again, by its name", async () => {
  const find = await storeInCloud({ a: "old", b: null });
  const notices = recordNotices();
  await moveConversationsToFolder(store, [find("a"), find("b")], folder);
  const { rows } = cloud;
  const deletedRow = find("b");
  rows.delete("b");
  findNotice(notices, "2 chats moved to “Course”.").press();
  await vi.waitFor(() => findNotice(notices, "“Name of b” moved to “Course”."));
  expect(readFolderIds()).toEqual({ a: "old" });
  // Meanwhile the person moves the other one elsewhere, where it must stay.
  cloud.change("a", { folderId: "elsewhere" });
  rows.set("b", deletedRow);
  findNotice(notices, "“Name of b” moved to “Course”.").press();
  await vi.waitFor(() => expect(readFolderIds()).toEqual({ a: "elsewhere", b: null }));
});

test("of archived conversations, those that could not be brought back are offered again", async () => {
  const find = await storeInCloud({ a: null, b: null, c: null });
  const notices = recordNotices();
  await archiveConversations(store, [find("a"), find("b"), find("c")], true);
  expect(readArchivedIds()).toEqual(["a", "b", "c"]);
  for (let count = 0; count < 2; count++) cloud.failNext(updateConversation, "refused");
  findNotice(notices, "3 chats archived.").press();
  await vi.waitFor(() => findNotice(notices, "2 chats archived."));
  expect(readArchivedIds()).toHaveLength(2);
  expect(notices).toHaveLength(2);
  findNotice(notices, "2 chats archived.").press();
  await vi.waitFor(() => expect(readArchivedIds()).toEqual([]));
  expect(notices).toHaveLength(1);
});
