import { t } from "@lingui/core/macro";
import type { PanelTabContribution } from "../../entities/shell/panels.ts";
import { ConversationSidebar } from "../../features/conversations/sidebar/ConversationSidebar.tsx";
import { lazy } from "../../lib/preload/lazy.ts";

/** The tabs of the side panels, in display order. The labels of its tabs name the right panel. */
export const panelTabs: readonly PanelTabContribution[] = [
  {
    id: "chats",
    side: "left",
    get label() {
      return t`Chats`;
    },
    get subject() {
      return t`The list of chats`;
    },
    get loadingLabel() {
      return t`Loading chats`;
    },
    keepsMounted: true,
    // Not lazy, because the first screen shows this tab.
    Component: ConversationSidebar,
  },
  {
    id: "share",
    side: "left",
    get label() {
      return t({ message: "Share", context: "tab" });
    },
    get subject() {
      return t`What was shared with you`;
    },
    get loadingLabel() {
      return t`Loading what was shared with you`;
    },
    Mark: lazy(() =>
      import("../../features/sharing/UnopenedMark.tsx").then(
        ({ UnopenedMark }) => ({ default: UnopenedMark }),
        // The panel works without the mark.
        () => ({ default: () => null }),
      ),
    ),
    Component: lazy(() =>
      import("../../features/sharing/ShareTab.tsx").then(({ ShareTab }) => ({ default: ShareTab })),
    ),
  },
  {
    id: "more",
    side: "left",
    get label() {
      return t({ message: "More", comment: "The tab with import, export and help" });
    },
    get subject() {
      return t`This tab`;
    },
    get loadingLabel() {
      return t`Loading`;
    },
    Component: lazy(() => import("./MoreTab.tsx").then(({ MoreTab }) => ({ default: MoreTab }))),
  },
  {
    id: "prompts",
    side: "right",
    get label() {
      return t`Prompts`;
    },
    get subject() {
      return t`The list of prompts`;
    },
    get loadingLabel() {
      return t`Loading prompts`;
    },
    Component: lazy(() =>
      import("../../features/prompts/panel/PromptPanel.tsx").then(({ PromptPanel }) => ({ default: PromptPanel })),
    ),
  },
  {
    id: "assistants",
    side: "right",
    get label() {
      return t`Assistants`;
    },
    get subject() {
      return t`The list of assistants`;
    },
    get loadingLabel() {
      return t`Loading assistants`;
    },
    Component: lazy(() =>
      import("../../features/assistants/panel/AssistantPanel.tsx").then(({ AssistantPanel }) => ({
        default: AssistantPanel,
      })),
    ),
  },
];
