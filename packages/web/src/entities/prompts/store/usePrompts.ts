import type { PromptTemplate } from "@lectern/contract";
import { useStore } from "zustand";
import { useLibrary } from "./LibraryProvider.tsx";

/** A person's prompt templates, built-in and hidden ones among them, in no order. Empty until they are loaded. */
export function usePrompts(): readonly PromptTemplate[] {
  return useStore(useLibrary().state, (state) => state.prompts);
}
