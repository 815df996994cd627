import { documentViewerId, useViewer } from "../../../entities/citations/viewerStore.ts";
import { DetailFrame } from "../../../entities/shell/detail/DetailFrame.tsx";
import { useIsDetailOpen } from "../../../entities/shell/detail/detailPanel.ts";
import { FindContext } from "../find/FindContext.ts";
import { useFindState } from "../find/useFindState.ts";
import { DocumentBody } from "./DocumentBody.tsx";
import classes from "./DocumentViewer.module.css";
import { PassagePlace } from "./header/PassagePlace.tsx";
import { ViewerActions } from "./header/ViewerActions.tsx";

/** Shows a document in the detail panel, with the open passage highlighted. */
export function DocumentViewer() {
  const { passages, position } = useViewer();
  const passage = passages[position];
  const isOpen = useIsDetailOpen(documentViewerId);
  const find = useFindState(isOpen ? passage : undefined);
  return (
    <FindContext value={find}>
      <DetailFrame
        title={passage?.name}
        subtitle={passage && <PassagePlace passage={passage} />}
        actions={<ViewerActions passages={passages} position={position} />}
        toolbar={<div ref={find.slotRef} />}
        subject={passages}
        // The search is closed first.
        onEscape={find.isOpen ? find.close : null}
        className={classes.viewer}
      >
        {passage && <DocumentBody key={passage.key} passage={passage} />}
      </DetailFrame>
    </FindContext>
  );
}
