import { closeViewer, useViewer } from "../../../entities/citations/viewerStore.ts";
import { FindContext } from "../find/FindContext.ts";
import { useFindState } from "../find/useFindState.ts";
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
  const find = useFindState(isOpen ? passages[position] : undefined);
  const isOver = widthBesidePx === null || isOverDialog;
  return (
    <FindContext value={find}>
      {isOver ? (
        <ViewerDrawer {...{ isOpen, passages, position, isOverDialog }} onClose={closeViewer} />
      ) : (
        isOpen && <ViewerPanel widthPx={widthBesidePx} passages={passages} position={position} onClose={closeViewer} />
      )}
    </FindContext>
  );
}
