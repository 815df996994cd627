import { foldText, type Model } from "@lectern/contract";

/**
 * Returns the models with every word of `search` in their name, id, provider or description. Models with every word in
 * the name come first.
 */
export function searchModels(models: readonly Model[], search: string): Model[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  const containsAllWords = (text: string) => words.every((word) => foldText(text).includes(word));
  const nameMatches = models.filter(({ name }) => containsAllWords(name));
  const otherMatches = models.filter(
    ({ id, name, provider, description }) =>
      !containsAllWords(name) && containsAllWords(`${name} ${id} ${provider} ${description}`),
  );
  return [...nameMatches, ...otherMatches];
}
