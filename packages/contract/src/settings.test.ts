import { expect, test } from "vitest";
import { defaultUserSettings, UserSettings } from "./settings.ts";

test("[C6.03] the feature options have the defaults of the specification", () => {
  expect(defaultUserSettings.featureOptions).toEqual({
    includeArtifacts: false,
    includeFocusedMessages: true,
    includePluginSelector: true,
    includeHighlighter: false,
    includeMemory: false,
  });
});

test("missing settings get their defaults, and invalid values are rejected", () => {
  expect(UserSettings.parse({ featureOptions: { includeMemory: true } })).toEqual({
    ...defaultUserSettings,
    featureOptions: { ...defaultUserSettings.featureOptions, includeMemory: true },
  });
  expect(UserSettings.safeParse({ theme: "blue" }).success).toBe(false);
});
