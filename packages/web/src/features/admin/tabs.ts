import type { ConfigType } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { ComponentType } from "react";
import { ApiDocumentationPanel } from "./featureData/ApiDocumentationPanel.tsx";
import { BuiltInAssistantsPanel } from "./featureData/BuiltInAssistantsPanel.tsx";
import { PptxTemplatesPanel } from "./featureData/PptxTemplatesPanel.tsx";

export interface AdminTab {
  id: string;
  getTitle: () => string;
  /** The sections that *Save Changes* saves. They stand above the panels. */
  types: readonly ConfigType[];
  /** Parts that act at once, such as tables of files, each with its own heading. */
  panels: readonly ComponentType[];
}

/** The tabs of the administration, in the order in which they stand. */
export const adminTabs: readonly AdminTab[] = [
  { id: "configurations", getTitle: () => t`Configurations`, types: ["admins", "amplifyGroups"], panels: [] },
  { id: "featureFlags", getTitle: () => t`Feature Flags`, types: ["featureFlags"], panels: [] },
  {
    id: "featureData",
    getTitle: () => t`Feature Data`,
    types: ["assistantAdminGroups"],
    panels: [PptxTemplatesPanel, BuiltInAssistantsPanel, ApiDocumentationPanel],
  },
];
