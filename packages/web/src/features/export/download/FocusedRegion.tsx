import { type ReactNode, useEffect, useRef } from "react";
import classes from "./DownloadDialog.module.css";

/** Content that replaces what had the focus. It receives the focus, so that the keyboard stays where the person is. */
export function FocusedRegion({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1} className={classes.region}>
      {children}
    </div>
  );
}
