import type { ModelServer } from "@lectern/contract";
import { IconAlertTriangle } from "@tabler/icons-react";
import classes from "../../Admin.module.css";
import { describeHealth, isFailing } from "./describeHealth.ts";

/** How the last calls of an address ended. A failing one is marked, in words and not only by colour. */
export function HealthLine({ health }: { health: ModelServer["models"][number]["health"] }) {
  const hasFailed = isFailing(health);
  return (
    <span className={classes.note} data-failing={hasFailed || undefined}>
      {hasFailed && <IconAlertTriangle size={14} stroke={1.8} aria-hidden className={classes.failingIcon} />}
      {describeHealth(health)}
    </span>
  );
}
