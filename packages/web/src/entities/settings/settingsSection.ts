import type { FeatureOptions, FlagName, Model, UserSettings } from "@lectern/contract";
import type { ComponentType } from "react";

/** The tabs of the settings dialog. */
export type SettingsTabId = "general" | "storage" | "legacyWorkspaces";

export interface SettingsSectionProps {
  /** The settings, including changes that cannot be saved because of a problem. */
  settings: UserSettings;
  /** Changes settings, which takes effect at once. */
  onChange: (changes: Partial<UserSettings>) => void;
  /** The result of `findProblem`; null: no problem. */
  problem: string | null;
}

/** The flag of each optional feature. Its switch is shown only to people who have the flag. */
export const featureOptionFlags: Readonly<Record<keyof FeatureOptions, FlagName>> = {
  includeArtifacts: "artifacts",
  includeFocusedMessages: "focusedMessages",
  includePluginSelector: "pluginsOnInput",
  includeHighlighter: "highlighter",
  includeMemory: "memory",
};

/**
 * The flags of sections: a section, and the palette action that opens it, is shown only to people who have one of its
 * flags.
 */
export const settingsSectionFlags = {
  featureOptions: Object.values(featureOptionFlags),
  memory: ["memory"],
  storage: ["storeCloudConversations"],
  pythonFunctions: ["pythonFunction"],
} as const satisfies Record<string, readonly FlagName[]>;

/** A section of the settings dialog, in one of its tabs. */
export interface SettingsSection {
  id: string;
  tab: SettingsTabId;
  /** The section is shown only to people who have one of these flags. */
  flags?: readonly FlagName[];
  /** Returns why the settings cannot be saved; null: they can. */
  findProblem?: (
    settings: UserSettings,
    models: { models: readonly Model[]; defaultId: string | null },
  ) => string | null;
  Component: ComponentType<SettingsSectionProps>;
}
