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
    const setting = settings.get(prompt.id);
    if (!setting) return prompt;
    return { ...prompt, folderId: setting.folderId, data: { ...prompt.data, hidden: setting.data.hidden === true } };
  });
  return [...withSettings, ...ownPrompts.filter(({ id }) => !isBuiltInPrompt(id))];
}
