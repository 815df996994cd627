import { afterEach, expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { i18n } from "../../../lib/i18n/i18n.ts";
import { getFolderName } from "../getFolderName.ts";
import { getOrCreateDayFolder } from "./getOrCreateDayFolder.ts";
import { newFolder, type PromptStore, type PromptStoreState } from "./promptStore.ts";

afterEach(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

function createTestStore() {
  const state = createStore<PromptStoreState>(() => ({
    status: "ready",
    folders: [newFolder("prompt", "Nov 21, 2026")],
    prompts: [],
  }));
  const saveFolder: PromptStore["saveFolder"] = async (folder) => {
    state.setState(({ folders }) => ({ folders: [...folders, folder] }));
  };
  return { state, saveFolder };
}

test("each day has one chat folder, which is created when it is first needed", async () => {
  const promptStore = createTestStore();
  const first = await getOrCreateDayFolder(promptStore, new Date(2026, 10, 21, 1));
  expect(await getOrCreateDayFolder(promptStore, new Date(2026, 10, 21, 23))).toBe(first);
  expect(await getOrCreateDayFolder(promptStore, new Date(2026, 10, 22))).not.toBe(first);
  const chatFolders = promptStore.state.getState().folders.filter(({ type }) => type === "chat");
  expect(chatFolders.map(({ name }) => name)).toEqual(["Nov 21, 2026", "Nov 22, 2026"]);
});

test("a day has one folder in all languages, which is shown with the date in the language in use", async () => {
  const promptStore = createTestStore();
  const day = new Date(2026, 9, 3);
  const id = await getOrCreateDayFolder(promptStore, day);
  i18n.loadAndActivate({ locale: "de", messages: {} });
  expect(await getOrCreateDayFolder(promptStore, day)).toBe(id);
  const show = (name: string) => getFolderName({ id: "f", name });
  expect(promptStore.state.getState().folders.map(({ name }) => show(name))).toEqual(["21. Nov. 2026", "3. Okt. 2026"]);
  for (const name of ["Feb 31, 2026", "Nov 21, 2026 (2)", "Rivers"]) expect(show(name)).toBe(name);
});
