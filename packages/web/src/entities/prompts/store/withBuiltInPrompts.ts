import type { PromptTemplate } from "@lectern/contract";
import { isBuiltInPrompt } from "./promptStore.ts";

/**
 * Adds the built-in templates to a person's own, with the folder and the hidden state that the person chose for them.
 */
export function withBuiltInPrompts(
  ownPrompts: readonly PromptTemplate[],
  builtInPrompts: readonly PromptTemplate[],
): readonly PromptTemplate[] {
  const storedPromptsById = new Map(
    ownPrompts.filter(({ id }) => isBuiltInPrompt(id)).map((prompt) => [prompt.id, prompt]),
  );
  const configuredPrompts = builtInPrompts.map((prompt) => {
    const storedPrompt = storedPromptsById.get(prompt.id);
    if (!storedPrompt) return prompt;
    return {
      ...prompt,
      folderId: storedPrompt.folderId,
      data: { ...prompt.data, hidden: storedPrompt.data.hidden === true },
    };
  });
  return [...configuredPrompts, ...ownPrompts.filter(({ id }) => !isBuiltInPrompt(id))];
}
