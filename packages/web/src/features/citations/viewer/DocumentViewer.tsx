import { closeViewer, useViewer } from "../../../entities/citations/viewerStore.ts";
import { useWidthBeside } from "./useWidthBeside.ts";
import { ViewerDrawer } from "./ViewerDrawer.tsx";
import { ViewerPanel } from "./ViewerPanel.tsx";

/**
 * Shows a document beside the conversation, or over it on narrow screens and over dialogs, with the open passage
 * highlighted.
 */
export function DocumentViewer() {
  const { isOpen, passages, position, isOverDialog } = useViewer();
  const widthBesidePx = useWidthBeside();
  if (widthBesidePx === null || isOverDialog) {
    return <ViewerDrawer {...{ isOpen, passages, position, isOverDialog }} onClose={closeViewer} />;
  }
  if (!isOpen) return null;
  return <ViewerPanel widthPx={widthBesidePx} passages={passages} position={position} onClose={closeViewer} />;
}
