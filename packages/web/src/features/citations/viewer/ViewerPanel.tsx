import { t } from "@lingui/core/macro";
import { IconX } from "@tabler/icons-react";
import { type RefObject, use, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { FindContext } from "../find/FindContext.ts";
import { DocumentBody } from "./DocumentBody.tsx";
import classes from "./DocumentViewer.module.css";
import { ViewerHeader } from "./header/ViewerHeader.tsx";
import { restoresOnEscape } from "./restoresOnEscape.ts";
import { preserveReadingPosition } from "./scrolling/preserveReadingPosition.ts";
import { returnSpaceBeside, takeSpaceBeside, useSqueezed } from "./useWidthBeside.ts";
import type { ViewerProps } from "./viewerProps.ts";

/**
 * The viewer beside the conversation, which becomes narrower and stays usable. It takes the focus when a passage is
 * opened, and returns it when it closes.
 */
export function ViewerPanel({ widthPx, passages, position, onClose }: ViewerProps & { widthPx: number }) {
  const passage = passages[position];
  const titleId = useId();
  const panelRef = useRef<HTMLElement>(null);
  useOpenerFocus(panelRef, passages);
  useSpaceBeside(widthPx);
  const find = use(FindContext);
  // The search is closed first.
  useCloseOnEscape(panelRef, find?.isOpen ? find.close : onClose);
  // The panel that the person has just opened wins.
  useSqueezed(onClose);
  return createPortal(
    <aside
      data-document-viewer
      ref={panelRef}
      className={`${classes.panel} ${classes.content}`}
      style={{ width: widthPx }}
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <div className={classes.header}>
        <ViewerHeader
          title={
            <h2 id={titleId} className={classes.title}>
              {passage?.name}
            </h2>
          }
          passages={passages}
          position={position}
        />
        <IconButton name={t`Close`} onClick={onClose}>
          <IconX size={18} stroke={1.6} />
        </IconButton>
      </div>
      <div ref={find?.slotRef} />
      <div className={classes.body}>{passage && <DocumentBody key={passage.key} passage={passage} />}</div>
    </aside>,
    document.body,
  );
}

/** Moves the focus into the panel when passages are opened, and back to the opener when the panel is removed. */
function useOpenerFocus(panelRef: RefObject<HTMLElement | null>, passages: readonly DocumentPassage[]): void {
  const openerRef = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer's passages are another opening
  useEffect(() => {
    const opener = document.activeElement;
    if (panelRef.current?.contains(opener)) return;
    openerRef.current = opener;
    panelRef.current?.focus({ preventScroll: true });
  }, [panelRef, passages]);
  // A layout effect, because the panel must still have the focus.
  useLayoutEffect(() => {
    const panel = panelRef.current;
    return () => {
      const opener = openerRef.current;
      if (panel?.contains(document.activeElement) && opener instanceof HTMLElement)
        opener.focus({ preventScroll: true });
    };
  }, [panelRef]);
}

/** Closes the panel with Esc while it has the focus, also while a tooltip is open. */
function useCloseOnEscape(panelRef: RefObject<HTMLElement | null>, onClose: () => void): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || !(event.target instanceof Element) || !panelRef.current?.contains(event.target))
      return;
    if (restoresOnEscape(event.target)) return;
    event.preventDefault();
    onClose();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKeyDown(event);
    addEventListener("keydown", listener, true);
    return () => removeEventListener("keydown", listener, true);
  }, []);
}

/** Makes the shell leave space for the panel while it is shown. */
function useSpaceBeside(widthPx: number): void {
  useLayoutEffect(() => {
    preserveReadingPosition(() => takeSpaceBeside(widthPx));
    return () => preserveReadingPosition(returnSpaceBeside);
  }, [widthPx]);
}
