import { createStore } from "zustand/vanilla";
import type { PromptStore, PromptStoreState } from "./promptStore.ts";
import type { PromptStoreSetup } from "./promptStoreSetup.ts";
import { readStoredFolders } from "./storedFolders.ts";
import { withBuiltInFolders } from "./withBuiltInFolders.ts";

/** A prompt store that works until `stop`. */
export interface StartablePromptStore extends PromptStore {
  /** Begins to join this browser with its other tabs and the server. Gives what ends that. */
  start(): () => void;
}

/** One person's prompt store. What keeps and joins it is loaded at the first need; the folders are there at once. */
export function createPromptStore(userId: string, setup: PromptStoreSetup): StartablePromptStore {
  const state = createStore<PromptStoreState>(() => ({
    status: "loading",
    folders: withBuiltInFolders(readStoredFolders(userId)),
    prompts: [],
  }));
  let opening: ReturnType<typeof open> | null = null;
  const open = async () => {
    const { openPersistentPromptStore } = await import("./persistentPromptStore.ts");
    return openPersistentPromptStore(userId, state, setup);
  };
  // What could not be loaded, as without a network, is tried again at the next need.
  const kept = () => {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  return {
    state,
    ready: async () => void (await kept()),
    saveFolder: async (folder) => (await kept()).saveFolder(folder),
    removeFolder: async (id) => (await kept()).removeFolder(id),
    savePrompts: async (prompts) => (await kept()).savePrompts(prompts),
    removePrompts: async (ids) => (await kept()).removePrompts(ids),
    sync: async () => {
      const promptStore = await kept().catch(() => null);
      await promptStore?.sync();
    },
    start() {
      let stop: (() => void) | null = null;
      let isStopped = false;
      const begin = () =>
        void kept().then(
          (promptStore) => {
            if (!isStopped) stop ??= promptStore.start();
          },
          () => addEventListener("online", begin, { once: true }),
        );
      begin();
      return () => {
        isStopped = true;
        removeEventListener("online", begin);
        stop?.();
      };
    },
  };
}
