import { builtInFolders, type Folder } from "@lectern/contract";
import { expect, test } from "vitest";
import { prompt } from "../../../entities/prompts/store/testing/fakePromptServer.ts";
import { buildPromptRows, type PromptListInput } from "./buildPromptRows.ts";

const folders: Folder[] = [
  { id: "assistants", name: "assistants", type: "prompt", pinned: true },
  { id: "old", name: "Anatomy", type: "prompt", date: "2026-01-01T00:00:00.000Z" },
  { id: "new", name: "Zoology", type: "prompt", date: "2026-11-01T00:00:00.000Z" },
];
const prompts = [
  prompt("a", "Bones", { folderId: "old", description: "Names every BONE" }),
  prompt("b", "Birds", { folderId: "new", content: "Tell me about {{bird}}" }),
  prompt("c", "Unfiled", { content: "Nothing else" }),
  prompt("d", "Elsewhere", { folderId: "a folder that is not here" }),
  prompt("e", "Prefix of bones", { type: "prefix_prompt", data: { hidden: true } }),
  prompt("f", "Of a group", { groupId: "g", data: { hidden: true } }),
];
const visibilityWithoutHidden = { seesAll: false, showsHidden: false };
const getRows = (changes: Partial<PromptListInput> = {}) =>
  buildPromptRows({
    folders,
    prompts,
    visibility: visibilityWithoutHidden,
    sort: "date",
    openIds: new Set(),
    search: "",
    ...changes,
  }).map((row) =>
    row.kind === "folder" ? `${row.name} ${row.count}` : row.kind === "item" ? `- ${row.name}` : row.kind,
  );

test("folders come first, by date or name, then prompts without a known folder; empty built-in folders are left out", () => {
  expect(getRows()).toEqual(["Zoology 1", "Anatomy 1", "- Elsewhere", "- Unfiled"]);
  expect(getRows({ sort: "name", openIds: new Set(["old"]) })).toEqual([
    "Anatomy 1",
    "- Bones",
    "Zoology 1",
    "- Elsewhere",
    "- Unfiled",
  ]);
});

test("[C6.05] built-in folders have no menu, and neither they nor those of groups can be renamed or deleted", () => {
  const getFolderRow = (folder: Folder) => {
    const filed = [prompt("p", "Within", { folderId: folder.id })];
    const visibility = visibilityWithoutHidden;
    return buildPromptRows({
      folders: [folder],
      prompts: filed,
      visibility,
      sort: "date",
      openIds: new Set(),
      search: "",
    })[0];
  };
  for (const folder of builtInFolders)
    expect(getFolderRow(folder)).toMatchObject({ id: folder.id, canRename: false, hasMenu: false });
  const folder: Folder = { id: "mine", name: "Mine", type: "prompt" };
  expect(getFolderRow({ ...folder, isGroupFolder: true })).toMatchObject({ canRename: false });
  expect(getFolderRow(folder)).toMatchObject({ canRename: true, hasMenu: true });
});

test("[A9.14] prompts of assistants are in a folder named 'assistants', which is shown in the person's language", () => {
  expect(builtInFolders.find(({ id }) => id === "assistants")).toMatchObject({ name: "assistants", type: "prompt" });
  const filed = prompt("t", "Tutor", { folderId: "assistants", data: { assistant: { definition: {} } } });
  expect(getRows({ prompts: [filed], openIds: new Set(["assistants"]) })).toEqual([
    "Assistants 1",
    "- Tutor",
    "Zoology 0",
    "Anatomy 0",
  ]);
});

test("[A5.43] [C5.29] a search matches name, description and content, ignoring case, and opens the folders", () => {
  expect(getRows({ search: " EVERY bone " })).toEqual(["Anatomy 1", "- Bones"]);
  expect(getRows({ search: "TELL ME ABOUT" })).toEqual(["Zoology 1", "- Birds"]);
  expect(getRows({ search: "unFILED" })).toEqual(["- Unfiled"]);
  expect(getRows({ search: "nowhere" })).toEqual([]);
});

test("[A5.43] [C5.29] hidden prompts are found only with the flag; a person's own also on request", () => {
  expect(getRows({ search: "prefix" })).toEqual([]);
  expect(getRows({ search: "group" })).toEqual([]);
  const visibilityOfAll = { seesAll: true, showsHidden: false };
  expect(getRows({ search: "prefix", visibility: visibilityOfAll })).toEqual(["- Prefix of bones"]);
  expect(getRows({ search: "group", visibility: visibilityOfAll })).toEqual(["- Of a group"]);
  const visibilityWithHidden = { seesAll: false, showsHidden: true };
  expect(getRows({ search: "prefix", visibility: visibilityWithHidden })).toEqual(["- Prefix of bones"]);
  expect(getRows({ search: "group", visibility: visibilityWithHidden })).toEqual([]);
});
