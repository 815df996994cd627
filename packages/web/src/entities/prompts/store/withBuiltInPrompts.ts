import type { PromptTemplate } from "@lectern/contract";
import { isBuiltInPrompt } from "./promptStore.ts";

/**
 * Adds the built-in templates to a person's own, with the folder and the hidden state that the person chose for them.
 */
export function withBuiltInPrompts(
  ownPrompts: readonly PromptTemplate[],
  builtIn: readonly PromptTemplate[],
): readonly PromptTemplate[] {
  const settings = new Map(ownPrompts.filter(({ id }) => isBuiltInPrompt(id)).map((prompt) => [prompt.id, prompt]));
  const withSettings = builtIn.map((prompt) => {
    const set = settings.get(prompt.id);
    if (!set) return prompt;
    return { ...prompt, folderId: set.folderId, data: { ...prompt.data, hidden: set.data.hidden === true } };
  });
  return [...withSettings, ...ownPrompts.filter(({ id }) => !isBuiltInPrompt(id))];
}
