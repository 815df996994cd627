import type { OverlayContribution } from "../../entities/shell/overlays.ts";
import { ViewerHost } from "../../features/citations/ViewerHost.tsx";
import { FillDialogHost } from "../../features/prompts/variables/FillDialogHost.tsx";

/**
 * The components that can cover every page, each opened by its own store. They are always mounted, so each must load
 * its content only when it opens.
 */
export const overlays: readonly OverlayContribution[] = [
  { id: "documentViewer", Component: ViewerHost },
  { id: "promptFilling", Component: FillDialogHost },
];
