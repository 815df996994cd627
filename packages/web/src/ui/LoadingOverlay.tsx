import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import classes from "./LoadingOverlay.module.css";

const delayMs = 200;
const textFields =
  "textarea:not([readonly]), input:is([type='text'], [type='search'], [type='number'], [type='password'], :not([type])):not([readonly])";

interface LoadingOverlayProps {
  message: string;
  /**
   * True if nothing may be pressed below the overlay, not even before it appears: until then it covers the window unseen.
   * A text field keeps the focus, so that no key press is lost; the overlay takes it from everything else, and returns it.
   */
  isBlocking?: boolean;
}

/** Covers the window with a message while the app is busy. The overlay appears only after 200 ms. */
export function LoadingOverlay({ message, isBlocking = false }: LoadingOverlayProps) {
  const [isShown, setIsShown] = useState(false);
  const rootRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    if (!isBlocking) return;
    const focused = document.activeElement;
    if (!focused?.matches(textFields)) rootRef.current?.focus();
    // Before the dialog around the field, which moves the focus itself at its ends.
    const stopTab = (event: KeyboardEvent) => {
      if (event.key !== "Tab") return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", stopTab, true);
    return () => {
      window.removeEventListener("keydown", stopTab, true);
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    };
  }, [isBlocking]);
  if (!isShown && !isBlocking) return null;
  // In the body, because what is sticky around it would keep it below other parts of a dialog.
  return createPortal(
    <div ref={rootRef} className={classes.root} data-shown={isShown || undefined} {...(isBlocking && { tabIndex: -1 })}>
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
