import type { PromptTemplate } from "@lectern/contract";
import { useStore } from "zustand";
import { usePromptStore } from "./PromptStoreProvider.tsx";

/** Returns a person's prompt templates, including built-in and hidden ones, unsorted. Empty until they are loaded. */
export function usePrompts(): readonly PromptTemplate[] {
  return useStore(usePromptStore().state, (state) => state.prompts);
}
