import { type Model, ModelProviderName } from "@lectern/contract";
import * as z from "zod/mini";
import { getCachePrices } from "./cachePrices.ts";
import type { ModelRow } from "./repository.ts";

/** Converts a row to the model that people see, without the server's URL and key. */
export function presentModel(row: ModelRow): Model {
  const { cachedTokenCost, cacheWriteTokenCost } = getCachePrices(row);
  return {
    id: row.id,
    name: row.name,
    provider: z.parse(ModelProviderName, row.provider),
    description: row.description,
    inputContextWindow: row.input_context_window,
    outputTokenLimit: row.output_token_limit,
    inputTokenCost: toNumericPrice(row.input_token_cost),
    outputTokenCost: toNumericPrice(row.output_token_cost),
    cachedTokenCost: toNumericPrice(cachedTokenCost),
    ...(cacheWriteTokenCost !== null && { cacheWriteTokenCost: Number(cacheWriteTokenCost) }),
    supportsImages: row.supports_images,
    supportsSystemPrompts: row.supports_system_prompts,
    isBuiltIn: row.is_built_in,
    isDefault: row.is_default,
  };
}

/** Sorts by name, with numbers in numeric order. The guide comes last. */
export function sortForDisplay(rows: readonly ModelRow[]): ModelRow[] {
  const rankGuideLast = (row: ModelRow) => (row.origin === "guide" ? 1 : 0);
  return [...rows].sort(
    (a, b) =>
      rankGuideLast(a) - rankGuideLast(b) ||
      a.name.localeCompare(b.name, "en", { numeric: true }) ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Converts a price for display. Costs are calculated from the decimal text instead, which is exact. */
function toNumericPrice(cost: string | null): number | null {
  return cost === null ? null : Number(cost);
}
