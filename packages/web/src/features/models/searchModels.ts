import { foldText, type Model } from "@lectern/contract";
import { findFamily } from "../../entities/models/groupModels.ts";

/**
 * Returns the models with every word of `search` in their name, id, provider, family or description. Models with
 * every word in the name come first.
 */
export function searchModels(models: readonly Model[], search: string): Model[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  const containsAllWords = (text: string) => words.every((word) => foldText(text).includes(word));
  const nameMatches = models.filter(({ name }) => containsAllWords(name));
  const otherMatches = models.filter(
    (model) => !containsAllWords(model.name) && containsAllWords(getSearchedText(model)),
  );
  return [...nameMatches, ...otherMatches];
}

const getSearchedText = (model: Model) =>
  `${model.name} ${model.id} ${model.provider} ${findFamily(model) ?? ""} ${model.description}`;
