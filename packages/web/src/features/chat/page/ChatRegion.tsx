import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import classes from "./ChatRegion.module.css";

/**
 * The centred area of a conversation: as wide as the window minus 450 px for each open panel, with a minimum width.
 * Content that scrolls may extend over `--chat-gutter` on each side, so that the scroll bar is at the edge of the
 * window.
 */
export function ChatRegion({ children }: { children: ReactNode }) {
  return (
    <section className={classes.region} aria-label={t`Chat`}>
      {children}
    </section>
  );
}
