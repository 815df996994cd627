import type { Model } from "@lectern/contract";
import { expect, test } from "vitest";
import { CallError } from "../../lib/callError.ts";
import { formatEndpointError } from "./formatEndpointError.ts";
import { searchModels } from "./searchModels.ts";

const createModel = (id: string, name: string, description: string): Model => ({
  id,
  name,
  provider: "OpenAI",
  description,
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
const models = [createModel("a", "Large", "Slow and small in nothing"), createModel("b", "Small fast", "For titles")];
const findModelIds = (search: string) => searchModels(models, search).map(({ id }) => id);

test("a search requires every word, and lists matches in names before matches in descriptions", () => {
  expect(findModelIds("small")).toEqual(["b", "a"]);
  expect(findModelIds("FAST small")).toEqual(["b"]);
  expect(findModelIds("openai")).toEqual(["a", "b"]);
  expect(findModelIds("")).toEqual(["a", "b"]);
  expect(findModelIds("tiny")).toEqual([]);
  expect(searchModels([createModel("c", "Größe", "")], "grosse")).toHaveLength(1);
  expect(searchModels([createModel("us.anthropic.opus", "Opus", "")], "claude")).toHaveLength(1);
});

test("the message for a failed connection is the server's reason or names the invalid field", () => {
  expect(formatEndpointError(new CallError("Error", { reason: "The server refused the key." }))).toBe(
    "The server refused the key.",
  );
  const issues = [{ path: "url", message: "must begin with http:// or https://" }];
  expect(formatEndpointError(new CallError("Error", { reason: "Invalid", fields: { issues } }))).toBe(
    "The address must begin with http:// or https://.",
  );
  expect(formatEndpointError(new CallError("Network Error calling x."))).toBe("Network Error calling x.");
});
