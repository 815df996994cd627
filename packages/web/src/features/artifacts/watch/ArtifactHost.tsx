import { Suspense } from "react";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { lazy } from "../../../lib/preload/lazy.ts";

const ArtifactWatcher = lazy(() =>
  import("./ArtifactWatcher.tsx").then(({ ArtifactWatcher }) => ({ default: ArtifactWatcher })),
);

/** Watches the artifacts of the open conversation. */
export function ArtifactHost() {
  const hasArtifacts = useFlag("artifacts");
  const { conversationId } = useWorkspace();
  if (!hasArtifacts || conversationId === null) return null;
  return (
    <Suspense fallback={null}>
      <ArtifactWatcher key={conversationId} conversationId={conversationId} />
    </Suspense>
  );
}
