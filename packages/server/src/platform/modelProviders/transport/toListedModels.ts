import { type ListedModel, ModelError } from "../modelProvider.ts";
import { isRecord } from "./jsonValues.ts";

/** One model of a server's list, not validated yet. */
type UnvalidatedModel = Record<"id" | "name" | "contextWindow" | "outputTokenLimit", unknown>;

/**
 * Collects the models of all pages, sorted by id and without duplicates. `field` is the property of a page that
 * contains the list. Skips entries without a valid id. Throws `ModelError` if a page has no list.
 */
export function toListedModels(
  pages: readonly unknown[],
  field: string,
  readEntry: (entry: Record<string, unknown>) => UnvalidatedModel,
): ListedModel[] {
  const modelsById = new Map<string, ListedModel>();
  for (const page of pages) {
    const entries = isRecord(page) ? page[field] : page;
    if (!Array.isArray(entries))
      throw new ModelError("protocol", `the server's list of models has no ${field}`, { status: 200 });
    for (const entry of entries) {
      if (!isRecord(entry)) continue;
      const { id, name, contextWindow, outputTokenLimit } = readEntry(entry);
      if (typeof id !== "string" || !/^\P{Cc}{1,300}$/u.test(id)) continue;
      modelsById.set(id, {
        id,
        contextWindow: isSize(contextWindow) ? contextWindow : null,
        ...(isSize(outputTokenLimit) && { outputTokenLimit }),
        ...(typeof name === "string" && /^\P{Cc}{1,200}$/u.test(name) && { name }),
      });
    }
  }
  return [...modelsById.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function isSize(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}
