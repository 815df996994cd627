import { t } from "@lingui/core/macro";
import { Skeleton, VisuallyHidden } from "@mantine/core";
import classes from "./Skeletons.module.css";

/** Placeholder for a list of names while it loads. */
export function ListSkeleton({ rows = 6, label = t`Loading list` }: { rows?: number; label?: string }) {
  const widths = ["72%", "54%", "81%", "63%", "46%", "76%"];
  return (
    <div className={classes.list} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change order
        <Skeleton key={row} height={12} width={widths[row % widths.length] ?? "60%"} radius="xs" />
      ))}
    </div>
  );
}

/** Placeholder for a conversation while it loads. */
export function MessagesSkeleton({ label = t`Loading chat` }: { label?: string }) {
  return (
    <div className={classes.messages} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Skeleton height={44} width="46%" radius="md" className={classes.mine} />
      <Skeleton height={14} width="30%" radius="xs" />
      <Skeleton height={14} width="94%" radius="xs" />
      <Skeleton height={14} width="88%" radius="xs" />
      <Skeleton height={14} width="62%" radius="xs" />
    </div>
  );
}
