import { lazy, useState } from "react";
import { closeViewer, useViewer } from "../../entities/citations/viewerStore.ts";
import { OverlaySuspense } from "../../ui/OverlaySuspense.tsx";

const DocumentViewer = lazy(() =>
  import("./viewer/DocumentViewer.tsx").then(({ DocumentViewer }) => ({ default: DocumentViewer })),
);

/** Renders the document viewer. Its code is loaded when it first opens. */
export function ViewerHost() {
  const isOpen = useViewer(({ isOpen }) => isOpen);
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <OverlaySuspense isOpen={isOpen} onClose={closeViewer}>
      <DocumentViewer />
    </OverlaySuspense>
  );
}
