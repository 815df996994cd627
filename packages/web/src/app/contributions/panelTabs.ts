import { lazy } from "react";
import type { PanelTabContribution } from "../../entities/shell/panels.ts";
import { ConversationSidebar } from "../../features/conversations/sidebar/ConversationSidebar.tsx";

/** The tabs of the side panels, in display order. The right panel shows the label of a single tab as its heading. */
export const panelTabs: readonly PanelTabContribution[] = [
  {
    id: "chats",
    side: "left",
    label: "Chats",
    subject: "The list",
    loadingLabel: "Loading conversations",
    keepsMounted: true,
    // Not lazy, because the first screen shows this tab.
    Component: ConversationSidebar,
  },
  {
    id: "settings",
    side: "left",
    label: "Settings",
    subject: "Settings",
    loadingLabel: "Loading settings",
    Component: lazy(() => import("./SettingsTab.tsx").then(({ SettingsTab }) => ({ default: SettingsTab }))),
  },
  {
    id: "prompts",
    side: "right",
    label: "Prompts",
    subject: "The list of prompts",
    loadingLabel: "Loading prompts",
    Component: lazy(() =>
      import("../../features/prompts/panel/PromptPanel.tsx").then(({ PromptPanel }) => ({ default: PromptPanel })),
    ),
  },
];
