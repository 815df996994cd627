import { Suspense, useEffect, useState } from "react";
import { lazy } from "../../lib/preload/lazy.ts";
import { findAnswerElement, hasPendingReplies, useHighlightStore } from "./highlightStore.ts";
import { useIsHighlighterOn } from "./useIsHighlighterOn.ts";

const SelectionWatcher = lazy(() =>
  import("./selection/SelectionWatcher.tsx").then(({ SelectionWatcher }) => ({ default: SelectionWatcher })),
);

const PendingReplies = lazy(() =>
  import("./PendingReplies.tsx").then(({ PendingReplies }) => ({ default: PendingReplies })),
);

/** Offers to change the part of an answer that is selected. The code is loaded with the first selection. */
export function HighlightHost() {
  const isOn = useIsHighlighterOn();
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => {
    if (!isOn || isUsed) return;
    const check = () => {
      const selection = getSelection();
      if (selection && !selection.isCollapsed && findAnswerElement(selection.anchorNode)) setIsUsed(true);
    };
    check();
    document.addEventListener("selectionchange", check);
    return () => document.removeEventListener("selectionchange", check);
  }, [isOn, isUsed]);
  const hasPending = useHighlightStore(hasPendingReplies);
  return (
    <>
      {isOn && isUsed && (
        <Suspense fallback={null}>
          <SelectionWatcher />
        </Suspense>
      )}
      {hasPending && (
        <Suspense fallback={null}>
          <PendingReplies isOn={isOn} />
        </Suspense>
      )}
    </>
  );
}
