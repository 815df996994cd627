import { Suspense } from "react";
import { useLinkedAssistantId } from "../../../entities/shell/assistantRoute.ts";
import { lazy } from "../../../lib/preload/lazy.ts";

const AssistantLink = lazy(() =>
  import("./AssistantLink.tsx").then(({ AssistantLink }) => ({ default: AssistantLink })),
);

/** Opens a new conversation with the assistant that the URL names. */
export function LinkHost() {
  const assistantId = useLinkedAssistantId();
  if (assistantId === null) return null;
  return (
    <Suspense fallback={null}>
      <AssistantLink key={assistantId} assistantId={assistantId} />
    </Suspense>
  );
}
