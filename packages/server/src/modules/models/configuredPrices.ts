import type { ModelPrice } from "../../configVariables.ts";
import { perThousand } from "./catalogue.ts";
import { isGuide } from "./policy.ts";
import type { ModelRow } from "./repository.ts";

/** The rows with the prices that the configuration gives them. A name holds for every server that has a model of it. */
export function withConfiguredPrices(rows: readonly ModelRow[], prices: readonly ModelPrice[]): ModelRow[] {
  const byModel = new Map(prices.map((price) => [price.model, price]));
  return rows.map((row) => {
    const price = isGuide(row) ? undefined : byModel.get(row.upstream_id);
    if (!price) return row;
    return {
      ...row,
      input_token_cost: perThousand(price.input),
      output_token_cost: perThousand(price.output),
      cached_token_cost: price.cached === null ? null : perThousand(price.cached),
    };
  });
}

/** One line for each price whose model no server has: a name that is misspelled would cost nothing. */
export function pricesWithoutModel(rows: readonly ModelRow[], prices: readonly ModelPrice[]): string[] {
  const names = new Set(rows.map(({ upstream_id }) => upstream_id));
  return prices
    .filter(({ model }) => !names.has(model))
    .map(({ model }) => `MODEL_PRICES names ${model}, which no server of yours has.`);
}
