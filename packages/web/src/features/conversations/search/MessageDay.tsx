import { formatRecentDay } from "../../../lib/i18n/formatRecentDay.ts";
import classes from "./MessageDay.module.css";

/** The day of a found message, at the end of a line. */
export function MessageDay({ createdAt }: { createdAt: string }) {
  return (
    <time className={classes.day} dateTime={createdAt}>
      {formatRecentDay(new Date(createdAt), new Date())}
    </time>
  );
}
