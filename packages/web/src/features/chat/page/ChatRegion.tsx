import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import classes from "./ChatRegion.module.css";

/**
 * The centred area of a conversation: as wide as the window minus 450 px for each open panel, with a minimum width. Its
 * content extends over the free space on each side, so that the scroll bar is at the edge of the window, and the column
 * does not get narrower while there is space for it.
 */
export function ChatRegion({ children }: { children: ReactNode }) {
  return (
    <section className={classes.region} aria-label={t`Chat`}>
      <div className={classes.content}>{children}</div>
    </section>
  );
}
