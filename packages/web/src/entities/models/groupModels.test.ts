import type { Model } from "@lectern/contract";
import { expect, test } from "vitest";
import { groupModels } from "./groupModels.ts";

const createModel = (id: string, provider: Model["provider"] = "OpenAI-compatible"): Model => ({
  id,
  name: id,
  provider,
  description: "",
  inputContextWindow: 8_192,
  outputTokenLimit: 4_096,
  inputTokenCost: null,
  outputTokenCost: null,
  cachedTokenCost: null,
  supportsImages: false,
  supportsSystemPrompts: true,
  isBuiltIn: false,
  isDefault: false,
});

test("[A3.23] models are grouped as OpenAI (gpt, o1, o3), Claude, Mistral and Llama, and the rest comes last", () => {
  const ids = ["llama3:8b", "gpt-5", "qwen3", "us.anthropic.opus-4", "o3-mini", "mistral-large", "o1", "local/gpt-oss"];
  const groups = groupModels(ids.map((id) => createModel(id)));
  expect(groups.map(({ name, models }) => [name, models.map(({ id }) => id)])).toEqual([
    ["OpenAI", ["gpt-5", "o3-mini", "o1", "local/gpt-oss"]],
    ["Claude", ["us.anthropic.opus-4"]],
    ["Mistral", ["mistral-large"]],
    ["Llama", ["llama3:8b"]],
    ["Other", ["qwen3"]],
  ]);
});

test("[A3.23] ids that only look like o1 or o3 have no family; if the id does not match, the provider's name decides", () => {
  const groups = groupModels([createModel("turbo1x"), createModel("phi-o35"), createModel("opus-4", "Anthropic")]);
  expect(groups.map(({ name, models }) => [name, models.map(({ id }) => id)])).toEqual([
    ["Claude", ["opus-4"]],
    ["Other", ["turbo1x", "phi-o35"]],
  ]);
});

test("a family without models is left out", () => {
  expect(groupModels([])).toEqual([]);
});
