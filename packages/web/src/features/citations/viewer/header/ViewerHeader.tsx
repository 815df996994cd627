import { t } from "@lingui/core/macro";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { formatLocations } from "../../../../entities/citations/formatLocations.ts";
import { type DocumentPassage, showPassage } from "../../../../entities/citations/viewerStore.ts";
import { IconButton } from "../../../../ui/IconButton.tsx";
import { FindButton } from "../../find/FindButton.tsx";
import classes from "../DocumentViewer.module.css";
import type { ViewerProps } from "../viewerProps.ts";
import { AskButton } from "./AskButton.tsx";
import { DownloadButton } from "./DownloadButton.tsx";
import { PassagePlace } from "./PassagePlace.tsx";

/** Name and place of the open passage, and the buttons for browsing and downloading. */
export function ViewerHeader({ title, passages, position }: Omit<ViewerProps, "onClose"> & { title: ReactNode }) {
  const passage = passages[position];
  const place = passage ? formatSourceLocation(passage) : "";
  return (
    <>
      <div className={classes.names}>
        {title}
        {place !== "" && <PassagePlace key={place} text={place} />}
      </div>
      {passages.length > 1 && <PassageNavigation passages={passages} position={position} />}
      {passage && <FindButton passage={passage} />}
      {passage && <AskButton passage={passage} />}
      {passage && <DownloadButton passage={passage} />}
    </>
  );
}

function formatSourceLocation({ index, locations }: DocumentPassage): string {
  return [...(index === null ? [] : [t`Source ${index}`]), ...formatLocations(locations)].join(" · ");
}

/** The buttons for browsing the passages that an answer cites. */
function PassageNavigation({ passages, position }: Omit<ViewerProps, "onClose">) {
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
    groupRef.current?.closest<HTMLElement>(`.${classes.content}`)?.focus({ preventScroll: true });
  }, [groupRef, position]);
}

/** Steps with the keys N and P while the focus is in the viewer. */
function useStepKeys(onStep: (step: 1 | -1) => void): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
    const isInViewer = event.target instanceof Element && event.target.closest(`.${classes.content}`) !== null;
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
