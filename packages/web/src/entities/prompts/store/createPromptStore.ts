import { createStore } from "zustand/vanilla";
import type { PromptStore, PromptStoreState } from "./promptStore.ts";
import type { PromptStoreOptions } from "./promptStoreOptions.ts";
import { readStoredFolders } from "./storedFolders.ts";
import { withBuiltInFolders } from "./withBuiltInFolders.ts";

/** A prompt store that syncs from the call of `start` until its stop function is called. */
export interface StartablePromptStore extends PromptStore {
  /** Starts syncing with the other tabs and the server. Returns the stop function. */
  start(): () => void;
}

/**
 * Creates one person's prompt store. The code that stores and syncs the items is loaded lazily; folders stored in
 * localStorage are available immediately.
 */
export function createPromptStore(userId: string, options: PromptStoreOptions): StartablePromptStore {
  const state = createStore<PromptStoreState>(() => ({
    status: "loading",
    folders: withBuiltInFolders(readStoredFolders(userId)),
    prompts: [],
  }));
  let openPromise: ReturnType<typeof open> | null = null;
  const open = async () => {
    const { openPersistentPromptStore } = await import("./persistentPromptStore.ts");
    return openPersistentPromptStore(userId, state, options);
  };
  // If the code cannot be loaded, for example without a network, the next call tries again.
  const getOpenedStore = () => {
    openPromise ??= open().catch((error: unknown) => {
      openPromise = null;
      throw error;
    });
    return openPromise;
  };
  return {
    state,
    ready: async () => void (await getOpenedStore()),
    saveFolder: async (folder) => (await getOpenedStore()).saveFolder(folder),
    removeFolder: async (id) => (await getOpenedStore()).removeFolder(id),
    savePrompts: async (prompts) => (await getOpenedStore()).savePrompts(prompts),
    removePrompts: async (ids) => (await getOpenedStore()).removePrompts(ids),
    sync: async () => {
      const promptStore = await getOpenedStore().catch(() => null);
      await promptStore?.sync();
    },
    start() {
      let stop: (() => void) | null = null;
      let isStopped = false;
      const startWhenLoaded = () =>
        void getOpenedStore().then(
          (promptStore) => {
            if (!isStopped) stop ??= promptStore.start();
          },
          () => addEventListener("online", startWhenLoaded, { once: true }),
        );
      startWhenLoaded();
      return () => {
        isStopped = true;
        removeEventListener("online", startWhenLoaded);
        stop?.();
      };
    },
  };
}
