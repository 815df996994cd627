import type { Model } from "@lectern/contract";
import { expect, test } from "vitest";
import { CallError } from "../../lib/callError.ts";
import { endpointReason } from "./endpointReason.ts";
import { searchModels } from "./searchModels.ts";

const model = (id: string, name: string, description: string): Model => ({
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
const models = [model("a", "Large", "Slow and small in nothing"), model("b", "Small fast", "For titles")];
const found = (search: string) => searchModels(models, search).map(({ id }) => id);

test("a search finds names first, then descriptions, and wants every word", () => {
  expect(found("small")).toEqual(["b", "a"]);
  expect(found("FAST small")).toEqual(["b"]);
  expect(found("openai")).toEqual(["a", "b"]);
  expect(found("")).toEqual(["a", "b"]);
  expect(found("tiny")).toEqual([]);
});

test("the reason of a failed connection is the server's own, or says which field is wrong", () => {
  expect(endpointReason(new CallError("Error", { reason: "The server refused the key." }))).toBe(
    "The server refused the key.",
  );
  const issues = [{ path: "url", message: "must begin with http:// or https://" }];
  expect(endpointReason(new CallError("Error", { reason: "Invalid", fields: { issues } }))).toBe(
    "The address must begin with http:// or https://.",
  );
  expect(endpointReason(new CallError("Network Error calling x."))).toBe("Network Error calling x.");
});
