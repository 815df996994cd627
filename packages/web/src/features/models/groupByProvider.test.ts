import type { Model } from "@lectern/contract";
import { expect, test } from "vitest";
import { groupByProvider } from "./groupByProvider.ts";

const createModel = (id: string, provider: string) => ({ id, name: id, provider }) as Model;

test("models have their provider as a heading, in the order of the list, and the guide has none", () => {
  const models = [
    createModel("claude", "Anthropic"),
    createModel("gpt", "OpenAI"),
    createModel("haiku", "Anthropic"),
    createModel("guide", "Guide"),
  ];
  expect(groupByProvider(models).map(({ name, models }) => [name, models.map(({ id }) => id)])).toEqual([
    ["Anthropic", ["claude", "haiku"]],
    ["OpenAI", ["gpt"]],
    ["Other", ["guide"]],
  ]);
  expect(groupByProvider([])).toEqual([]);
});
