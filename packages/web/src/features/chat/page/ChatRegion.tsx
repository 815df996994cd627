import type { ReactNode } from "react";
import classes from "./ChatRegion.module.css";

/**
 * The place of a conversation: as wide as the window less 450 px for each open panel, never too narrow to read in, centred.
 * What scrolls in it may reach over `--chat-gutter` on each side, so that its bar stands at the edge of the window.
 */
export function ChatRegion({ children }: { children: ReactNode }) {
  return (
    <section className={classes.region} aria-label="Chat">
      {children}
    </section>
  );
}
