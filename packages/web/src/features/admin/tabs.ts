import type { ConfigType } from "@lectern/contract";
import type { ComponentType } from "react";
import { AuditPanel } from "./audit/AuditPanel.tsx";
import { EmbeddingsPanel } from "./embeddings/EmbeddingsPanel.tsx";
import { ApiDocumentationPanel } from "./featureData/ApiDocumentationPanel.tsx";
import { BuiltInAssistantsPanel } from "./featureData/BuiltInAssistantsPanel.tsx";
import { PptxTemplatesPanel } from "./featureData/PptxTemplatesPanel.tsx";
import { OperationsPanel } from "./operations/OperationsPanel.tsx";
import { DataDisclosurePanel } from "./panels/DataDisclosurePanel.tsx";
import { PeoplePanel } from "./people/PeoplePanel.tsx";
import { QualityPanel } from "./quality/QualityPanel.tsx";
import { ModelServers } from "./sections/endpoints/ModelServers.tsx";
import type { AdminTabId } from "./tabTitles.ts";
import { UsagePanel } from "./usage/UsagePanel.tsx";

interface AdminTab {
  /** The sections that *Save Changes* saves. They stand above the panels. */
  types: readonly ConfigType[];
  /** Parts that act at once, such as tables of files, each with its own heading. */
  panels: readonly ComponentType[];
}

/** What each tab of the administration shows. */
export const adminTabs: Readonly<Record<AdminTabId, AdminTab>> = {
  configurations: { types: ["admins", "rateLimit", "promtCostAlert", "amplifyGroups"], panels: [] },
  applicationVariables: { types: ["applicationVariables", "applicationSecrets"], panels: [] },
  featureFlags: { types: ["featureFlags"], panels: [] },
  featureData: {
    types: ["assistantAdminGroups"],
    panels: [PptxTemplatesPanel, BuiltInAssistantsPanel, DataDisclosurePanel, ApiDocumentationPanel],
  },
  operations: { types: [], panels: [OperationsPanel] },
  supportedModels: { types: ["supportedModels"], panels: [] },
  openaiEndpoints: { types: ["openaiEndpoints"], panels: [ModelServers] },
  embeddings: { types: [], panels: [EmbeddingsPanel] },
  integrations: { types: ["integrations"], panels: [] },
  people: { types: [], panels: [PeoplePanel] },
  auditLog: { types: [], panels: [AuditPanel] },
  quality: { types: [], panels: [QualityPanel] },
  usage: { types: [], panels: [UsagePanel] },
  appearance: { types: ["appearance"], panels: [] },
};
