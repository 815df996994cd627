import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { createPromptStore } from "./createPromptStore.ts";
import type { PromptStore } from "./promptStore.ts";
import type { PromptStoreOptions } from "./promptStoreOptions.ts";

const PromptStoreContext = createContext<PromptStore | null>(null);

/** Opens one person's prompts and folders for its children. Later changes of `setup` are ignored. */
export function PromptStoreProvider({
  userId,
  setup,
  children,
}: {
  userId: string;
  setup: PromptStoreOptions;
  children: ReactNode;
}) {
  const [promptStore] = useState(() => createPromptStore(userId, setup));
  useEffect(() => promptStore.start(), [promptStore]);
  return <PromptStoreContext value={promptStore}>{children}</PromptStoreContext>;
}

/** Returns the store of one person's prompts and folders. Throws outside a PromptStoreProvider. */
export function usePromptStore(): PromptStore {
  const promptStore = use(PromptStoreContext);
  if (!promptStore) throw new Error("usePromptStore() needs a PromptStoreProvider around it.");
  return promptStore;
}
