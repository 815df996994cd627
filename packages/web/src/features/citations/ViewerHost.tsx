import { useEffect, useState } from "react";
import { closeViewer, useViewer } from "../../entities/citations/viewerStore.ts";
import { useRoute } from "../../entities/shell/routes.ts";
import { lazy } from "../../lib/preload/lazy.ts";
import { OverlaySuspense } from "../../ui/OverlaySuspense.tsx";

const DocumentViewer = lazy(() =>
  import("./viewer/DocumentViewer.tsx").then(({ DocumentViewer }) => ({ default: DocumentViewer })),
);

/**
 * Renders the document viewer. Its code is loaded when it first opens. It closes when another conversation or page is
 * opened.
 */
export function ViewerHost() {
  const isOpen = useViewer(({ isOpen }) => isOpen);
  const { visit } = useRoute();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit closes what was opened before it
  useEffect(() => closeViewer, [visit]);
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <OverlaySuspense isOpen={isOpen} onClose={closeViewer}>
      <DocumentViewer />
    </OverlaySuspense>
  );
}
