import type { Model } from "@lectern/contract";

/** The models that have every word of `search` in their name, provider or description; those with it in the name first. */
export function searchModels(models: readonly Model[], search: string): Model[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const byName = models.filter(({ name }) => has(name));
  const byRest = models.filter(
    ({ id, name, provider, description }) => !has(name) && has(`${name} ${id} ${provider} ${description}`),
  );
  return [...byName, ...byRest];
}
