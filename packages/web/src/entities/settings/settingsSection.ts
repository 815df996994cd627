import type { FlagName, Model, UserSettings } from "@lectern/contract";
import type { ComponentType } from "react";

/** The tabs of the settings dialog. */
export type SettingsTabId = "general" | "storage";

export interface SettingsSectionProps {
  /** The settings, including changes that cannot be saved because of a problem. */
  settings: UserSettings;
  /** Changes settings, which takes effect at once. */
  onChange: (changes: Partial<UserSettings>) => void;
  /** The result of `findProblem`; null: no problem. */
  problem: string | null;
}

/** A section of the settings dialog, in one of its tabs. */
export interface SettingsSection {
  id: string;
  tab: SettingsTabId;
  /** The section is shown only to people who have this flag. */
  flag?: FlagName;
  /** Returns why the settings cannot be saved; null: they can. */
  findProblem?: (
    settings: UserSettings,
    models: { models: readonly Model[]; defaultId: string | null },
  ) => string | null;
  Component: ComponentType<SettingsSectionProps>;
}
