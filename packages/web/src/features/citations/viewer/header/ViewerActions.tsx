import { t } from "@lingui/core/macro";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { showPassage } from "../../../../entities/citations/viewerStore.ts";
import { findDetailFrame } from "../../../../entities/shell/detail/findDetailFrame.ts";
import { IconButton } from "../../../../ui/IconButton.tsx";
import { FindButton } from "../../find/FindButton.tsx";
import classes from "../DocumentViewer.module.css";
import type { ViewerProps } from "../viewerProps.ts";
import { AskButton } from "./AskButton.tsx";
import { DownloadButton } from "./DownloadButton.tsx";

/** The buttons for browsing the passages, and for searching, asking about and downloading the open document. */
export function ViewerActions({ passages, position }: ViewerProps) {
  const passage = passages[position];
  return (
    <>
      {passages.length > 1 && <PassageNavigation passages={passages} position={position} />}
      {passage && <FindButton passage={passage} />}
      {passage && <AskButton passage={passage} />}
      {passage && <DownloadButton passage={passage} />}
    </>
  );
}

/** The buttons for browsing the passages that an answer cites. */
function PassageNavigation({ passages, position }: ViewerProps) {
  const current = position + 1;
  const count = passages.length;
  const hasPrevious = position > 0;
  const hasNext = position < passages.length - 1;
  const goTo = (next: number) => {
    if (next >= 0 && next < passages.length) showPassage(next);
  };
  const groupRef = useRef<HTMLDivElement>(null);
  useFocusInViewer(groupRef, position);
  useStepKeys((step) => goTo(position + step));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div ref={groupRef} role="group" aria-label={t`Sources of the answer`} className={classes.steps}>
      <IconButton
        name={t`Previous source`}
        aria-keyshortcuts="P"
        aria-disabled={!hasPrevious || undefined}
        onClick={() => goTo(position - 1)}
      >
        <IconChevronLeft size={18} stroke={1.6} />
      </IconButton>
      <span role="status" className={classes.count}>
        {t`${current} of ${count}`}
      </span>
      <IconButton
        name={t`Next source`}
        aria-keyshortcuts="N"
        aria-disabled={!hasNext || undefined}
        onClick={() => goTo(position + 1)}
      >
        <IconChevronRight size={18} stroke={1.6} />
      </IconButton>
    </div>
  );
}

/** Keeps the focus in the viewer when a step removes the focused element, because the passage is in another document. */
function useFocusInViewer(groupRef: RefObject<HTMLElement | null>, position: number): void {
  const shownPositionRef = useRef(position);
  useEffect(() => {
    if (shownPositionRef.current === position) return;
    shownPositionRef.current = position;
    if (document.activeElement !== document.body) return;
    findDetailFrame(groupRef.current)?.focus({ preventScroll: true });
  }, [groupRef, position]);
}

/** Steps with the keys N and P while the focus is in the viewer. */
function useStepKeys(onStep: (step: 1 | -1) => void): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
    const isInViewer = event.target instanceof Element && findDetailFrame(event.target) !== null;
    const isTyping = event.target instanceof HTMLInputElement && event.target.type === "text";
    if (!isPlain || !isInViewer || isTyping) return;
    if (event.key === "n") onStep(1);
    if (event.key === "p") onStep(-1);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKeyDown(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}
