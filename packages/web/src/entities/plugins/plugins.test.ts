import { type FeatureOptions, type Flags, flagNames } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import {
  changeChoice,
  getPluginDefault,
  hasPluginSelector,
  isPluginOn,
  isSwitchedOff,
  listPlugins,
  type PluginSources,
  pluginIds,
} from "./plugins.ts";

const allFlags = Object.fromEntries(flagNames.map((name) => [name, true])) as Flags; // all names are there
const allOptions: FeatureOptions = {
  includeArtifacts: true,
  includeFocusedMessages: true,
  includePluginSelector: true,
  includeHighlighter: true,
  includeMemory: true,
};
const sources = (changes: Partial<PluginSources> = {}): PluginSources => ({
  flags: allFlags,
  options: allOptions,
  states: {},
  ...changes,
});

test("[C9.18a] the ids are those of the specification", () => {
  expect(pluginIds).toEqual(["code-interpreter", "rag", "artifacts", "smart-focused-messages"]);
});

test("the code interpreter is off by default, the search on, the others as the person’s options", () => {
  for (const isIncluded of [true, false]) {
    const options = { ...allOptions, includeArtifacts: isIncluded, includeFocusedMessages: isIncluded };
    const defaults = pluginIds.map((id) => getPluginDefault(id, options));
    expect(defaults).toEqual([false, true, isIncluded, isIncluded]);
  }
});

test("a feature exists only with its flag and the person’s option", () => {
  expect(listPlugins(sources())).toEqual(pluginIds);
  const without = (flag: keyof Flags) => listPlugins(sources({ flags: { ...allFlags, [flag]: false } }));
  expect(without("codeInterpreterEnabled")).not.toContain("code-interpreter");
  expect(without("ragEnabled")).not.toContain("rag");
  expect(without("artifacts")).not.toContain("artifacts");
  expect(without("focusedMessages")).not.toContain("smart-focused-messages");
  const options = { ...allOptions, includeArtifacts: false, includeFocusedMessages: false };
  expect(listPlugins(sources({ options }))).toEqual(["code-interpreter", "rag"]);
  expect(listPlugins(sources({ flags: undefined }))).toEqual([]);
});

describe("a choice", () => {
  test("decides whether a feature is on", () => {
    expect(isPluginOn("rag", sources())).toBe(true);
    expect(isPluginOn("rag", sources({ states: { rag: false } }))).toBe(false);
    expect(isPluginOn("code-interpreter", sources({ states: { "code-interpreter": true } }))).toBe(true);
    const flags = { ...allFlags, ragEnabled: false };
    expect(isPluginOn("rag", sources({ flags, states: { rag: true } }))).toBe(false);
  });

  test("has no effect for a person without the selector, who could not change it", () => {
    const states = { rag: false };
    const flags = { ...allFlags, pluginsOnInput: false };
    const options = { ...allOptions, includePluginSelector: false };
    for (const hidden of [sources({ states, flags }), sources({ states, options })]) {
      expect(hasPluginSelector(hidden)).toBe(false);
      expect(isPluginOn("rag", hidden)).toBe(true);
      expect(isSwitchedOff("rag", hidden)).toBe(false);
    }
  });

  test("against a feature counts while the flags are unknown", () => {
    expect(isSwitchedOff("rag", sources({ flags: undefined, states: { rag: false } }))).toBe(true);
    expect(isSwitchedOff("rag", sources({ flags: undefined }))).toBe(false);
  });

  test("against a feature that does not exist, or is off anyway, says nothing", () => {
    const flags = { ...allFlags, ragEnabled: false };
    expect(isSwitchedOff("rag", sources({ states: { rag: false } }))).toBe(true);
    expect(isSwitchedOff("rag", sources({ flags, states: { rag: false } }))).toBe(false);
    expect(isSwitchedOff("code-interpreter", sources({ states: { "code-interpreter": false } }))).toBe(false);
  });
});

describe("the code interpreter and an assistant exclude each other", () => {
  test("choosing the code interpreter clears the assistant", () => {
    const before = { states: { rag: false }, assistantId: "a" };
    const after = changeChoice(before, { pluginId: "code-interpreter", isOn: true });
    expect(after).toEqual({ states: { rag: false, "code-interpreter": true }, assistantId: null });
  });

  test("choosing an assistant removes the code interpreter", () => {
    const before = { states: { rag: false, "code-interpreter": true }, assistantId: null };
    const after = changeChoice(before, { assistantId: "a" });
    expect(after).toEqual({ states: { rag: false, "code-interpreter": false }, assistantId: "a" });
  });

  test("any other change leaves both as they are", () => {
    const before = { states: { "code-interpreter": true }, assistantId: null };
    expect(changeChoice(before, { assistantId: null })).toEqual(before);
    const other = { states: {}, assistantId: "a" };
    expect(changeChoice(other, { pluginId: "rag", isOn: false })).toEqual({ states: { rag: false }, assistantId: "a" });
    const off = changeChoice(other, { pluginId: "code-interpreter", isOn: false });
    expect(off).toEqual({ states: { "code-interpreter": false }, assistantId: "a" });
  });
});
