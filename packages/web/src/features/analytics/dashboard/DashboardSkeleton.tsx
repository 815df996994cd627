import { t } from "@lingui/core/macro";
import { Skeleton, VisuallyHidden } from "@mantine/core";
import classes from "../Analytics.module.css";

/** Placeholder for the figures while they load. */
export function DashboardSkeleton() {
  return (
    <div className={classes.board} role="status">
      <VisuallyHidden>{t`Loading figures`}</VisuallyHidden>
      <div className={classes.figures}>
        {["a", "b", "c", "d", "e"].map((key) => (
          <Skeleton key={key} height={92} radius="md" />
        ))}
      </div>
      <Skeleton height={300} radius="md" />
      <div className={classes.distributions}>
        {["a", "b", "c"].map((key) => (
          <Skeleton key={key} height={180} radius="md" />
        ))}
      </div>
    </div>
  );
}
