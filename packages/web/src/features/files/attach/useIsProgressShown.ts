import { useEffect, useState } from "react";
import type { AttachmentState } from "../../../entities/files/upload/attachment.ts";

/** How long a full bar stays before the check mark takes its place. */
const fullBarMs = 700;

/** True while a document shows its progress: until it has failed, or a moment after it is ready. */
export function useIsProgressShown(state: AttachmentState): boolean {
  const isReady = state === "ready";
  const [hasEnded, setHasEnded] = useState(isReady);
  if (hasEnded && !isReady) setHasEnded(false);
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(() => setHasEnded(true), fullBarMs);
    return () => clearTimeout(timer);
  }, [isReady]);
  return !hasEnded && state !== "failed";
}
