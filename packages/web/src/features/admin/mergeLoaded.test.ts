import type { ConfigState } from "@lectern/contract";
import { expect, test } from "vitest";
import { mergeLoaded } from "./mergeLoaded.ts";
import { emptyModel } from "./sections/models/modelChanges.ts";

const at = (revision: number): ConfigState => ({ revision, savedBy: null, savedAt: null, locked: [] });
const large = { ...emptyModel, id: "large" };
const small = { ...emptyModel, id: "small" };
const rateLimit = { period: "Unlimited", rate: null } as const;
const daily = { period: "Daily", rate: 5 } as const;

test("sections are replaced by what was loaded, and others stay", () => {
  const configs = { admins: ["ann@example.org"], rateLimit, states: { admins: at(3), rateLimit: at(1) } };
  expect(mergeLoaded(configs, { rateLimit: daily, states: { rateLimit: at(2) } }, {})).toEqual({
    admins: ["ann@example.org"],
    rateLimit: daily,
    states: { admins: at(3), rateLimit: at(2) },
  });
});

test("a section that is being edited stays as it was loaded, except for parts that are not edited", () => {
  const configs = { rateLimit, supportedModels: { large }, states: { rateLimit: at(1), supportedModels: at(1) } };
  const loaded = {
    ...{ rateLimit: daily, supportedModels: { large, small } },
    states: { rateLimit: at(2), supportedModels: at(2) },
  };
  expect(mergeLoaded(configs, loaded, { rateLimit, supportedModels: { large } })).toEqual({
    ...{ rateLimit, supportedModels: { large, small } },
    states: { rateLimit: at(1), supportedModels: at(2) },
  });
});

test("what has been saved since is not replaced by what was loaded before", () => {
  const configs = { rateLimit: daily, states: { rateLimit: at(2) } };
  expect(mergeLoaded(configs, { rateLimit, states: { rateLimit: at(1) } }, {})).toEqual(configs);
});
