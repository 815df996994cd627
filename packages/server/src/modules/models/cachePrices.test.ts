import type { ModelProviderName } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { getCachePrices } from "./cachePrices.ts";

const pricesOf = (
  provider: ModelProviderName,
  upstreamId: string,
  own: { input?: string | null; cached?: string; cacheWrite?: string } = {},
) =>
  getCachePrices({
    provider,
    upstream_id: upstreamId,
    input_token_cost: own.input === undefined ? "0.003000000" : own.input,
    cached_token_cost: own.cached ?? null,
    cache_write_token_cost: own.cacheWrite ?? null,
  });

describe("the prices of cached input", () => {
  test.each<[ModelProviderName, string, string | null, string | null]>([
    ["Anthropic", "claude-sonnet-4-5-20250929", "0.000300000", "0.003750000"],
    ["Bedrock", "eu.anthropic.claude-sonnet-4-5-20250929-v1:0", "0.000300000", "0.003750000"],
    ["Bedrock", "eu.amazon.nova-pro-v1:0", "0.000750000", null],
    ["Bedrock", "meta.llama3-3-70b-instruct-v1:0", null, null],
    ["Google", "gemini-3.5-flash", "0.000300000", null],
    ["Google", "gemini-2.0-flash", null, null],
    ["OpenAI", "gpt-5.4-mini", "0.000300000", null],
    ["Azure", "gpt-4.1", "0.000750000", null],
    ["OpenAI", "gpt-4o-mini", "0.001500000", null],
    ["OpenAI-compatible", "claude-sonnet-4-5", null, null],
  ])("are derived from the input price by the provider's ratio (%s, %s)", (provider, id, cached, cacheWrite) => {
    expect(pricesOf(provider, id)).toEqual({ cachedTokenCost: cached, cacheWriteTokenCost: cacheWrite });
  });

  test("are the model's own if it has any", () => {
    expect(pricesOf("Anthropic", "claude-sonnet-5-5", { cached: "0.000100000" })).toEqual({
      cachedTokenCost: "0.000100000",
      cacheWriteTokenCost: "0.003750000",
    });
    expect(pricesOf("OpenAI-compatible", "llama", { cacheWrite: "0.004000000" })).toEqual({
      cachedTokenCost: null,
      cacheWriteTokenCost: "0.004000000",
    });
  });

  test("stay unknown if the input price is unknown", () => {
    expect(pricesOf("Anthropic", "claude-next", { input: null })).toEqual({
      cachedTokenCost: null,
      cacheWriteTokenCost: null,
    });
  });
});
