import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import classes from "./LoadingOverlay.module.css";

const delayMs = 200;

interface LoadingOverlayProps {
  message: string;
  /**
   * True if nothing may be typed or pressed below the overlay, not even before it appears: until then it covers the window
   * unseen. The focus then returns to where it was.
   */
  takesFocus?: boolean;
}

/** Covers the window with a message while the app is busy. The overlay appears only after 200 ms. */
export function LoadingOverlay({ message, takesFocus = false }: LoadingOverlayProps) {
  const [isShown, setIsShown] = useState(false);
  const rootRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    if (!takesFocus) return;
    const focused = document.activeElement;
    rootRef.current?.focus();
    return () => {
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    };
  }, [takesFocus]);
  const focusProps = {
    tabIndex: -1,
    onKeyDown: (event: KeyboardEvent) => event.key === "Tab" && event.preventDefault(),
  };
  if (!isShown && !takesFocus) return null;
  // In the body, because what is sticky around it would keep it below other parts of a dialog.
  return createPortal(
    <div ref={rootRef} className={classes.root} data-shown={isShown || undefined} {...(takesFocus ? focusProps : {})}>
      {isShown && (
        <div className={classes.card} role="status">
          <span className={classes.bar} aria-hidden />
          {message}
        </div>
      )}
    </div>,
    document.body,
  );
}
