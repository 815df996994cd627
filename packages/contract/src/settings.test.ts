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

test("[C6.03] an option that is not stored has its default, and one that is stored keeps its value", () => {
  const { featureOptions } = defaultUserSettings;
  for (const [name, isOn] of Object.entries(featureOptions)) {
    const stored = { ...featureOptions, [name]: !isOn };
    expect(UserSettings.parse({ featureOptions: { [name]: !isOn } }).featureOptions).toEqual(stored);
  }
});

test("[A3.11] missing settings get their defaults, the theme is dark or light, and other values are rejected", () => {
  expect(UserSettings.parse({})).toMatchObject({ theme: "dark", usesSystemTheme: false, hiddenModelIds: [] });
  for (const theme of ["dark", "light"]) expect(UserSettings.parse({ theme }).theme).toBe(theme);
  expect(UserSettings.parse({ featureOptions: { includeMemory: true } })).toEqual({
    ...defaultUserSettings,
    featureOptions: { ...defaultUserSettings.featureOptions, includeMemory: true },
  });
  for (const theme of ["blue", "system", "auto", null]) expect(UserSettings.safeParse({ theme }).success).toBe(false);
});
