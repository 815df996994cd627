import { defaultUserSettings, type Model } from "@lectern/contract";
import { expect, test } from "vitest";
import { findVisibilityProblem } from "./findVisibilityProblem.ts";

const models = ["a", "b"].map((id) => ({ id }) as Model);
const find = (hiddenModelIds: string[], defaultId: string | null) =>
  findVisibilityProblem({ ...defaultUserSettings, hiddenModelIds }, { models, defaultId });

test("[A5.22] at least one model stays visible, and the default model cannot be hidden", () => {
  expect(find(["a", "b"], null)).toMatch(/^All models are currently set to be hidden\./);
  expect(find(["a", "b"], "a")).toMatch(/^All models are currently set to be hidden\./);
  expect(find(["a"], "a")).toBe("The default model cannot be hidden.");
  expect(find(["b"], "a")).toBeNull();
  expect(find(["a"], null)).toBeNull();
  expect(findVisibilityProblem(defaultUserSettings, { models: [], defaultId: null })).toBeNull();
});
