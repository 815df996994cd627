import { useEffect, useState } from "react";
import { useSchemeOnScreen } from "../printing/useSchemeOnScreen.ts";
import type { DrawingKind } from "./drawingMessages.ts";
import { type Drawing, getCachedDrawing, requestDrawing } from "./requestDrawing.ts";

interface LoadedDrawing {
  kind: DrawingKind;
  source: string;
  drawing: Drawing;
}

/**
 * Returns the drawing of a source in the colour scheme on screen, or the failure to draw it; null until then. Draws only
 * while `isEnabled` is true. `retry` draws again after a failure.
 */
export function useDrawing(
  kind: DrawingKind,
  source: string,
  isEnabled: boolean,
): { drawing: Drawing | null; scheme: "light" | "dark"; retry: () => void } {
  const scheme = useSchemeOnScreen();
  const [attemptCount, setAttemptCount] = useState(0);
  const [loadedDrawing, setLoadedDrawing] = useState<LoadedDrawing | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies(attemptCount): each attempt requests the drawing again
  useEffect(() => {
    if (!isEnabled) return;
    const controller = new AbortController();
    void requestDrawing({ kind, source, scheme }, controller.signal).then((drawing) => {
      if (!controller.signal.aborted) setLoadedDrawing({ kind, source, drawing });
    });
    return () => controller.abort();
  }, [kind, source, scheme, attemptCount, isEnabled]);
  // After the colour scheme changes, show the old picture until the new one is ready.
  const previousDrawing =
    loadedDrawing?.kind === kind && loadedDrawing.source === source ? loadedDrawing.drawing : null;
  const drawing = getCachedDrawing({ kind, source, scheme }) ?? previousDrawing;
  return { drawing, scheme, retry: () => setAttemptCount((count) => count + 1) };
}
