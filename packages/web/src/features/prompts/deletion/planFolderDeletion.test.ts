import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";
import { builtInPrompts } from "../../../entities/prompts/builtIn/builtInPrompts.ts";
import { createPromptStore } from "../../../entities/prompts/store/createPromptStore.ts";
import { prompt, startFakePromptServer } from "../../../entities/prompts/store/testing/fakePromptServer.ts";
import { deleteFolder } from "./deleteFolder.ts";
import { planFolderDeletion } from "./planFolderDeletion.ts";

afterEach(() => vi.unstubAllGlobals());

const createAssistant = (id: string, tags: string[]) =>
  prompt(id, id, { folderId: "f", data: { assistant: { definition: {} }, tags } });
const promptsInside = [
  prompt("plain", "Plain", { folderId: "f" }),
  prompt("tagged", "Tagged", { folderId: "f", data: { tags: ["amplify:system"] } }),
  createAssistant("own", ["mine"]),
  createAssistant("system", ["mine", "amplify:assistant-builder"]),
  prompt("group", "Of a group", { folderId: "f", groupId: "g" }),
  prompt("protected", "Protected", { folderId: "f", data: { noDelete: true } }),
];

test("deleting a prompt folder deletes its prompts, but moves system assistants out", () => {
  const { removedPrompts, movedOutPrompts } = planFolderDeletion("f", [
    ...promptsInside,
    prompt("other", "Other", { folderId: "g" }),
  ]);
  expect(removedPrompts.map(({ id }) => id)).toEqual(["plain", "tagged", "own"]);
  expect(movedOutPrompts.map(({ id, folderId }) => [id, folderId])).toEqual([
    ["system", null],
    ["group", null],
    ["protected", null],
  ]);
});

test("afterwards, the prompt store has neither the folder nor the deleted prompts", async () => {
  startFakePromptServer();
  const [builtIn] = builtInPrompts;
  const promptStore = createPromptStore("folder", {
    loadBuiltIn: async () => builtInPrompts,
    onConflictCopies: () => {},
    onRejected: () => {},
  });
  const folder = { id: "f", name: "Mine", type: "prompt" as const };
  await promptStore.saveFolder(folder);
  await promptStore.savePrompts([...promptsInside, ...(builtIn ? [{ ...builtIn, folderId: "f" }] : [])]);
  await deleteFolder(promptStore, folder);
  const { folders, prompts } = promptStore.state.getState();
  expect(folders).not.toContainEqual(folder);
  expect(prompts.filter(({ id }) => promptsInside.some((known) => known.id === id)).map(({ id }) => id)).toEqual([
    "system",
    "group",
    "protected",
  ]);
  expect(prompts.some(({ folderId }) => folderId === "f")).toBe(false);
  expect(prompts.length).toBe(builtInPrompts.length + 3);
});
