import type { OverlayContribution } from "../../entities/shell/overlays.ts";
import { ViewerHost } from "../../features/citations/ViewerHost.tsx";
import { FillDialogHost } from "../../features/prompts/variables/FillDialogHost.tsx";

/**
 * What can lie over every page, opened by a store of its own. Mounted with the workspace, so each loads its content
 * when it opens.
 */
export const overlays: readonly OverlayContribution[] = [
  { id: "documentViewer", Component: ViewerHost },
  { id: "promptFilling", Component: FillDialogHost },
];
