import { expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { getOrCreateDayFolder } from "./getOrCreateDayFolder.ts";
import { newFolder, type PromptStore, type PromptStoreState } from "./promptStore.ts";

test("each day has one chat folder, which is created when it is first needed", async () => {
  const state = createStore<PromptStoreState>(() => ({
    status: "ready",
    folders: [newFolder("prompt", "Nov 21, 2026")],
    prompts: [],
  }));
  const saveFolder: PromptStore["saveFolder"] = async (folder) => {
    state.setState(({ folders }) => ({ folders: [...folders, folder] }));
  };
  const promptStore = { state, saveFolder };
  const first = await getOrCreateDayFolder(promptStore, new Date(2026, 10, 21, 1));
  expect(await getOrCreateDayFolder(promptStore, new Date(2026, 10, 21, 23))).toBe(first);
  expect(await getOrCreateDayFolder(promptStore, new Date(2026, 10, 22))).not.toBe(first);
  const chatFolders = state.getState().folders.filter(({ type }) => type === "chat");
  expect(chatFolders.map(({ name }) => name)).toEqual(["Nov 21, 2026", "Nov 22, 2026"]);
});
