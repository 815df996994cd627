import type { PromptTemplate } from "@lectern/contract";
import { useStore } from "zustand";
import { usePromptStore } from "./PromptStoreProvider.tsx";

/** A person's prompt templates, built-in and hidden ones among them, in no order. Empty until they are loaded. */
export function usePrompts(): readonly PromptTemplate[] {
  return useStore(usePromptStore().state, (state) => state.prompts);
}
