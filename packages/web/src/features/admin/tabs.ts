import type { ConfigType } from "@lectern/contract";
import type { ComponentType } from "react";
import type { AdminTabId } from "./tabTitles.ts";

interface AdminTab {
  /** The sections that *Save Changes* saves. They stand above the panels. */
  types: readonly ConfigType[];
  /** Parts that act at once, such as tables of files, each with its own heading. */
  panels: readonly ComponentType[];
}

/** What each tab of the administration shows. */
export const adminTabs: Readonly<Record<AdminTabId, AdminTab>> = {
  configurations: { types: ["admins", "amplifyGroups"], panels: [] },
  featureFlags: { types: ["featureFlags"], panels: [] },
  appearance: { types: ["appearance"], panels: [] },
};
