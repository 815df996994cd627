import { DetailAside } from "./DetailAside.tsx";
import { DetailDrawer } from "./DetailDrawer.tsx";
import type { DetailFrameProps } from "./detailFrameProps.ts";
import { useDetailPanel } from "./detailPanel.ts";
import { useWidthBeside } from "./useWidthBeside.ts";

/**
 * The frame around the content of the detail panel: beside the conversation, or over it on narrow screens and over
 * dialogs.
 */
export function DetailFrame(props: DetailFrameProps) {
  const { isOpen, isOverDialog } = useDetailPanel();
  const widthBesidePx = useWidthBeside();
  if (widthBesidePx === null || isOverDialog)
    return <DetailDrawer {...props} isOpen={isOpen} isOverDialog={isOverDialog} />;
  return isOpen && <DetailAside {...props} widthPx={widthBesidePx} />;
}
