import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useState } from "react";
import type { DrawingKind } from "./drawingMessages.ts";
import { type Drawing, getCachedDrawing, requestDrawing } from "./drawings.ts";

interface Known {
  kind: DrawingKind;
  source: string;
  drawing: Drawing;
}

/**
 * What a source looks like in the colours of the page; null until it has been drawn. It is drawn while it `isWanted`; `again` tries once
 * more after a failure.
 */
export function useDrawing(
  kind: DrawingKind,
  source: string,
  isWanted: boolean,
): { drawing: Drawing | null; again: () => void } {
  const scheme = useComputedColorScheme("dark");
  const [tries, setTries] = useState(0);
  const [known, setKnown] = useState<Known | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies(tries): each try asks again
  useEffect(() => {
    if (!isWanted) return;
    const asked = new AbortController();
    void requestDrawing({ kind, source, scheme }, asked.signal).then((drawing) => {
      if (!asked.signal.aborted) setKnown({ kind, source, drawing });
    });
    return () => asked.abort();
  }, [kind, source, scheme, tries, isWanted]);
  // Other colours: the picture in the old ones stays until the new one is there.
  const earlier = known?.kind === kind && known.source === source ? known.drawing : null;
  const drawing = getCachedDrawing({ kind, source, scheme }) ?? earlier;
  return { drawing, again: () => setTries((count) => count + 1) };
}
