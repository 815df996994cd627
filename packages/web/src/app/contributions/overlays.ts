import type { OverlayContribution } from "../../entities/shell/overlays.ts";
import { SiteAdminHost } from "../../features/admin/SiteAdminHost.tsx";
import { ArtifactHost } from "../../features/artifacts/watch/ArtifactHost.tsx";
import { AdminHost } from "../../features/assistants/admin/AdminHost.tsx";
import { LinkHost } from "../../features/assistants/chat/LinkHost.tsx";
import { CostDialogHost } from "../../features/chat/composer/CostDialogHost.tsx";
import { HighlightHost } from "../../features/highlight/HighlightHost.tsx";
import { IntegrationsHost } from "../../features/integrations/IntegrationsHost.tsx";
import { FillDialogHost } from "../../features/prompts/variables/FillDialogHost.tsx";
import { lazy } from "../../lib/preload/lazy.ts";

const TrackingHost = lazy(() =>
  import("../../features/tracking/TrackingHost.tsx").then(
    ({ TrackingHost }) => ({ default: TrackingHost }),
    // Nothing is counted then.
    () => ({ default: () => null }),
  ),
);

/**
 * The components that can cover every page, each opened by its own store. They are always mounted, so each must load
 * its content only when it opens.
 */
export const overlays: readonly OverlayContribution[] = [
  { id: "siteAdmin", Component: SiteAdminHost },
  { id: "artifacts", Component: ArtifactHost },
  { id: "assistantAdmin", Component: AdminHost },
  { id: "assistantLink", Component: LinkHost },
  { id: "costQuestion", Component: CostDialogHost },
  { id: "highlight", Component: HighlightHost },
  { id: "tracking", Component: TrackingHost },
  { id: "integrations", Component: IntegrationsHost },
  { id: "promptFilling", Component: FillDialogHost },
];
