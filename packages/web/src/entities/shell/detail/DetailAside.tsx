import { t } from "@lingui/core/macro";
import { IconX } from "@tabler/icons-react";
import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "./DetailFrame.module.css";
import type { DetailFrameProps } from "./detailFrameProps.ts";
import { closeDetailPanel } from "./detailPanel.ts";
import { preserveReadingPosition } from "./preserveReadingPosition.ts";
import { restoresOnEscape } from "./restoresOnEscape.ts";
import { returnSpaceBeside, takeSpaceBeside, useSqueezed } from "./useWidthBeside.ts";

/**
 * The frame beside the conversation, which becomes narrower and stays usable. It takes the focus when a subject is
 * opened, and returns it when it closes.
 */
export function DetailAside(props: DetailFrameProps & { widthPx: number }) {
  const {
    title,
    subtitle,
    actions,
    toolbar,
    subject,
    takesFocus = true,
    onEscape,
    className = "",
    children,
    widthPx,
  } = props;
  const titleId = useId();
  const panelRef = useRef<HTMLElement>(null);
  useOpenerFocus(panelRef, subject, takesFocus);
  useSpaceBeside(widthPx);
  useEscapeWithin(panelRef, onEscape ?? closeDetailPanel);
  // The panel that the person has just opened wins.
  useSqueezed(closeDetailPanel);
  return createPortal(
    <aside
      data-detail-frame="beside"
      ref={panelRef}
      className={`${classes.beside} ${classes.frame} ${className}`}
      style={{ width: widthPx }}
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <div className={classes.header}>
        <div className={classes.names}>
          <h2 id={titleId} className={classes.title}>
            {title}
          </h2>
          {subtitle}
        </div>
        {actions}
        <IconButton name={t`Close`} onClick={closeDetailPanel}>
          <IconX size={18} stroke={1.6} />
        </IconButton>
      </div>
      {toolbar}
      <div className={classes.body}>{children}</div>
    </aside>,
    document.body,
  );
}

/** Moves the focus into the panel when a subject is opened, and back to the opener when the panel is removed. */
function useOpenerFocus(panelRef: RefObject<HTMLElement | null>, subject: unknown, takesFocus: boolean): void {
  const openerRef = useRef<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject is another opening
  useEffect(() => {
    const opener = document.activeElement;
    if (panelRef.current?.contains(opener)) return;
    openerRef.current = opener;
    if (takesFocus) panelRef.current?.focus({ preventScroll: true });
  }, [panelRef, subject]);
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

/** Handles Esc while the panel has the focus, also while a tooltip is open. */
function useEscapeWithin(panelRef: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || !(event.target instanceof Element) || !panelRef.current?.contains(event.target))
      return;
    if (restoresOnEscape(event.target)) return;
    event.preventDefault();
    onEscape();
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
