import { artifactPanelId } from "../../entities/artifacts/openArtifact.ts";
import { documentViewerId } from "../../entities/citations/viewerStore.ts";
import { agentPanelId } from "../../entities/codeInterpreter/agentPanelStore.ts";
import type { DetailPanelContribution } from "../../entities/shell/detail/detailPanel.ts";
import { lazy } from "../../lib/preload/lazy.ts";

/** What can be shown beside the conversation. `openDetailPanel` opens one by its id. */
export const detailPanels: readonly DetailPanelContribution[] = [
  {
    id: documentViewerId,
    Component: lazy(() =>
      import("../../features/citations/viewer/DocumentViewer.tsx").then(({ DocumentViewer }) => ({
        default: DocumentViewer,
      })),
    ),
  },
  {
    id: agentPanelId,
    Component: lazy(() =>
      import("../../features/codeInterpreter/panel/AgentPanel.tsx").then(({ AgentPanel }) => ({ default: AgentPanel })),
    ),
  },
  {
    id: artifactPanelId,
    Component: lazy(() =>
      import("../../features/artifacts/panel/ArtifactPanel.tsx").then(({ ArtifactPanel }) => ({
        default: ArtifactPanel,
      })),
    ),
  },
];
