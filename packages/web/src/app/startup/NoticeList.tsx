import { Notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { noticeMs } from "../../ui/notices/showNotice.ts";
import classes from "./Providers.module.css";

/** Shows the notices: errors and notices with an action say themselves how long they stay. */
export function NoticeList() {
  useEffect(observeNoticesHeight, []);
  return <Notifications position="top-right" autoClose={noticeMs} className={classes.notifications} data-notices />;
}

/** The sum of the margins above and below the notices. */
const marginsPx = 16;

/**
 * Sets `--notices-height` of the root element to the height that the shown notices need with their margins, so that what
 * they would cover can leave it free.
 */
function observeNoticesHeight(): () => void {
  const observer = new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
    const space = height === 0 ? "0px" : `${height + marginsPx}px`;
    document.documentElement.style.setProperty("--notices-height", space);
  });
  // Mantine adds the element to the page only after the effects of the first render.
  const frame = requestAnimationFrame(() => {
    const notices = document.querySelector('[data-notices][data-position="top-right"]');
    if (notices) observer.observe(notices);
  });
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  };
}
