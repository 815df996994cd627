import { expect, test } from "vitest";
import { keepDifferences } from "./keepDifferences.ts";
import { emptyEndpoint } from "./sections/endpoints/endpointChanges.ts";
import { emptyModel } from "./sections/models/modelChanges.ts";
import type { SiteConfigs } from "./siteConfigQuery.ts";

const model = { ...emptyModel, id: "large", name: "Large" };
const endpoint = { ...emptyEndpoint, url: "https://models.example.org/v1", isNew: false, hasKey: true };
const configs: SiteConfigs = {
  admins: ["ann@example.org"],
  supportedModels: { large: model },
  openaiEndpoints: [{ id: "large", endpoints: [endpoint] }],
  states: {},
};

test("a section as it was loaded has no differences, in any order of its fields", () => {
  const { id, ...others } = model;
  expect(keepDifferences("admins", ["ann@example.org"], configs)).toBeNull();
  expect(keepDifferences("supportedModels", { large: { ...others, id } }, configs)).toBeNull();
  expect(keepDifferences("openaiEndpoints", [{ id: "large", endpoints: [endpoint] }], configs)).toBeNull();
  expect(keepDifferences("openaiEndpoints", [{ id: "other", endpoints: [] }], configs)).toBeNull();
  expect(keepDifferences("assistantAdminGroups", {}, configs)).toBeNull();
});

test("of models and addresses, only those that differ are kept", () => {
  const small = { ...model, id: "small" };
  expect(keepDifferences("supportedModels", { large: model, small }, configs)).toEqual({ small });
  const changed = { id: "small", endpoints: [emptyEndpoint] };
  expect(keepDifferences("openaiEndpoints", [{ id: "large", endpoints: [endpoint] }, changed], configs)).toEqual([
    changed,
  ]);
  expect(keepDifferences("admins", [], configs)).toEqual([]);
});
