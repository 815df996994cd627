import type { PromptTemplate } from "@lectern/contract";
import { isBuiltInPrompt } from "./promptStore.ts";

/** A person's own templates and the built-in ones, these with what the person has set for them: their folder, and whether they are hidden. */
export function withBuiltInPrompts(
  own: readonly PromptTemplate[],
  builtIn: readonly PromptTemplate[],
): readonly PromptTemplate[] {
  const settings = new Map(own.filter(({ id }) => isBuiltInPrompt(id)).map((prompt) => [prompt.id, prompt]));
  const shown = builtIn.map((prompt) => {
    const set = settings.get(prompt.id);
    if (!set) return prompt;
    return { ...prompt, folderId: set.folderId, data: { ...prompt.data, hidden: set.data.hidden === true } };
  });
  return [...shown, ...own.filter(({ id }) => !isBuiltInPrompt(id))];
}
