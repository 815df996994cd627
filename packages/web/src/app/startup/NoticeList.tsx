import { Notifications } from "@mantine/notifications";
import classes from "./Providers.module.css";

/** Shows the notices. */
export function NoticeList() {
  return <Notifications position="bottom-right" autoClose={6_000} className={classes.notifications} data-notices />;
}
