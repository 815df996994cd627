import { useEffect, useState } from "react";
import classes from "./LoadingOverlay.module.css";

const delayMs = 200;

/** Covers the window with a message while the app is busy. The overlay appears only after 200 ms. */
export function LoadingOverlay({ message }: { message: string }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div className={classes.root}>
      <div className={classes.card} role="status">
        <span className={classes.bar} aria-hidden />
        {message}
      </div>
    </div>
  );
}
