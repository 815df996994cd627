import type { ModelProviderName } from "@lectern/contract";
import { toPricePerThousand } from "./catalogue.ts";
import type { ModelRow } from "./repository.ts";

interface CachePriceRule {
  providers: readonly ModelProviderName[];
  /** Matches the names that the servers use. */
  model: RegExp;
  /** Multiples of the input price. */
  read: number;
  write: number;
}

/**
 * What providers charge for input that they read from a cache or write to it, if no price of the model is known. The
 * first rule that matches applies; where models differ, its price is the higher one. Sources, as of November 2026:
 * Claude: platform.claude.com/docs/en/build-with-claude/prompt-caching (caches of five minutes), and the same at Amazon;
 * Nova: aws.amazon.com/bedrock/pricing; Gemini: docs.cloud.google.com, context caching; GPT: OpenAI's price list, which
 * has no price for writing.
 */
const cachePriceRules: readonly CachePriceRule[] = [
  { providers: ["Anthropic", "Bedrock"], model: /claude-/, read: 0.1, write: 1.25 },
  { providers: ["Bedrock"], model: /amazon\.nova-/, read: 0.25, write: 1 },
  { providers: ["Google"], model: /^gemini-(2\.5|[3-9]|[1-9]\d)/, read: 0.1, write: 1 },
  { providers: ["OpenAI", "Azure"], model: /^gpt-([5-9]|[1-9]\d)/, read: 0.1, write: 1 },
  { providers: ["OpenAI", "Azure"], model: /^(gpt-4\.1|o3|o4)/, read: 0.25, write: 1 },
  { providers: ["OpenAI", "Azure"], model: /^(gpt-4o|o1)/, read: 0.5, write: 1 },
];

/** US dollars per 1,000 tokens, as decimals. Null: the input price applies. */
export interface CachePrices {
  cachedTokenCost: string | null;
  cacheWriteTokenCost: string | null;
}

/** Returns a model's prices of cached input: its own or, if it has none, the provider's usual ones. */
export function getCachePrices(
  row: Pick<ModelRow, "provider" | "upstream_id" | "input_token_cost" | "cached_token_cost" | "cache_write_token_cost">,
): CachePrices {
  const { input_token_cost: inputCost } = row;
  const rule = cachePriceRules.find(
    ({ providers, model }) => providers.some((name) => name === row.provider) && model.test(row.upstream_id),
  );
  const derivePrice = (ratio: number | undefined) =>
    inputCost === null || ratio === undefined || ratio === 1
      ? null
      : toPricePerThousand(Number(inputCost) * 1_000 * ratio);
  return {
    cachedTokenCost: row.cached_token_cost ?? derivePrice(rule?.read),
    cacheWriteTokenCost: row.cache_write_token_cost ?? derivePrice(rule?.write),
  };
}
