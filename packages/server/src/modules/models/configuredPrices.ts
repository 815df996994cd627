import type { ModelPrice } from "../../configVariables.ts";
import { omitAdminFields, toPricePerThousand } from "./catalogue.ts";
import { isGuide } from "./policy.ts";
import type { ModelRow } from "./repository.ts";

/**
 * Applies the configured prices. A price applies to every model with that id, whichever server offers it. Prices that an
 * administrator has set stay.
 */
export function applyConfiguredPrices(rows: readonly ModelRow[], prices: readonly ModelPrice[]): ModelRow[] {
  const pricesByModel = new Map(prices.map((price) => [price.model, price]));
  return rows.map((row) => {
    const price = isGuide(row) ? undefined : pricesByModel.get(row.upstream_id);
    if (!price) return row;
    const configuredPrices = {
      input_token_cost: toPricePerThousand(price.input),
      output_token_cost: toPricePerThousand(price.output),
      cached_token_cost: price.cached === null ? null : toPricePerThousand(price.cached),
      cache_write_token_cost: price.cacheWrite === null ? null : toPricePerThousand(price.cacheWrite),
    };
    return { ...row, ...omitAdminFields(row, configuredPrices) };
  });
}

/** Returns a warning for each price without a model, because a misspelled name would make the intended model free. */
export function describeUnmatchedPrices(rows: readonly ModelRow[], prices: readonly ModelPrice[]): string[] {
  const upstreamIds = new Set(rows.map(({ upstream_id }) => upstream_id));
  return prices
    .filter(({ model }) => !upstreamIds.has(model))
    .map(({ model }) => `MODEL_PRICES names ${model}, which none of your servers offers.`);
}
