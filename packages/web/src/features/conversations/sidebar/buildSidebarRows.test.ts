import { builtInFolders, type Folder, type MessageHit } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { newConversation } from "../../../entities/conversations/newConversation.ts";
import { buildHitRows, buildSidebarRows, type SidebarContent } from "./buildSidebarRows.ts";

const today = new Date(2026, 4, 20);
const createSummary = (id: string, folderId: string | null = null) => ({
  ...newConversation({ isLocal: true, modelId: null, temperature: null }, today),
  id,
  name: id,
  folderId,
});
const createFolder = (id: string, changes: Partial<Folder> = {}): Folder => ({
  id,
  name: id,
  type: "chat",
  ...changes,
});
const content: SidebarContent = {
  folders: [createFolder("course"), createFolder("empty"), createFolder("agents")],
  hiddenIds: new Set(),
  openIds: new Set(["course"]),
  conversations: [createSummary("alone"), createSummary("within", "course"), createSummary("astray", "unknown")],
  today,
  isSearching: false,
  matchedFolderIds: new Set(),
  groupsPinned: true,
  emptyFolderNote: "No chats",
};
const idsOf = (changes: Partial<SidebarContent> = {}) =>
  buildSidebarRows({ ...content, ...changes }).map(({ kind, id }) => `${kind} ${id}`);

describe("the rows of the sidebar", () => {
  test("are folders, then conversations without a known folder by day", () => {
    const expected = [
      "heading folders",
      "folder course",
      "item within",
      "folder empty",
      "heading Today",
      "item alone",
      "item astray",
    ];
    expect(idsOf()).toEqual(expected);
  });

  test("have a note in an open folder without conversations, but not if they are listed as pinned", () => {
    const rows = buildSidebarRows({ ...content, openIds: new Set(["empty"]) });
    expect(rows.find(({ kind }) => kind === "note")).toEqual({ kind: "note", id: "empty", text: "No chats" });
    const conversations = [{ ...createSummary("within", "course"), isPinned: true }];
    expect(idsOf({ conversations })).not.toContain("note course");
  });

  test("start with the pinned conversations, also those in a folder, except during a search", () => {
    const conversations = [createSummary("alone"), { ...createSummary("within", "course"), isPinned: true }];
    expect(idsOf({ conversations }).slice(0, 2)).toEqual(["heading pinned", "item within"]);
    expect(idsOf({ conversations }).filter((row) => row === "item within")).toHaveLength(1);
    expect(idsOf({ conversations, groupsPinned: false }).slice(1, 3)).toEqual(["folder course", "item within"]);
  });

  test("have a heading above the folders, with and without pinned conversations, if there are folders", () => {
    const conversations = [{ ...createSummary("within", "course"), isPinned: true }];
    const expected = ["heading pinned", "item within", "heading folders", "folder course", "folder empty"];
    expect(idsOf({ conversations })).toEqual(expected);
    expect(idsOf({ conversations, folders: [] })).toEqual(["heading pinned", "item within"]);
    expect(idsOf()[0]).toBe("heading folders");
    expect(idsOf({ folders: [] })).not.toContain("heading folders");
  });

  test("leave out the conversations of a closed folder", () => {
    expect(idsOf({ openIds: new Set() })).not.toContain("item within");
  });

  test("of a search are the folders with results, open", () => {
    expect(idsOf({ isSearching: true, openIds: new Set() })).toEqual([
      "heading folders",
      "folder course",
      "item within",
      "heading Today",
      "item alone",
      "item astray",
    ]);
  });

  test("of a search are also the folders with matching names, although they are empty", () => {
    const rows = idsOf({ isSearching: true, matchedFolderIds: new Set(["empty", "agents"]) });
    expect(rows.filter((row) => row.startsWith("folder"))).toEqual(["folder course", "folder empty"]);
  });

  test("[C6.05] contain the possible actions and the count of a folder", () => {
    const getFolderRow = (folder: Folder) =>
      buildSidebarRows({ ...content, folders: [folder], conversations: [createSummary("within", folder.id)] })[1];
    const groupFolder = createFolder("course", { isGroupFolder: true });
    expect(getFolderRow(groupFolder)).toMatchObject({ count: 1, canRename: false, hasMenu: true, mark: "group" });
    for (const { id } of builtInFolders)
      expect(getFolderRow(createFolder(id))).toMatchObject({ id, canRename: false, hasMenu: false });
    expect(getFolderRow(createFolder("mine"))).toMatchObject({ canRename: true, hasMenu: true });
  });
});

test("a matching message is listed under a heading if its conversation is known", () => {
  const hit = (conversationId: string): MessageHit => ({
    conversationId,
    messageId: "m",
    role: "user",
    passage: "the heron",
    marks: [[4, 9]],
  });
  const conversationById = new Map([["known", createSummary("known")]]);
  const rows = buildHitRows({ hits: [hit("known"), hit("gone")], conversationById, note: "Searching the messages…" });
  expect(rows.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    "heading in messages",
    "item known m",
    "note in messages",
  ]);
});
