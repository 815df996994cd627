import { t } from "@lingui/core/macro";
import { Skeleton, VisuallyHidden } from "@mantine/core";
import classes from "./DocumentSkeleton.module.css";

const widths = ["38%", "96%", "91%", "98%", "64%", "0", "94%", "97%", "88%", "42%"];

/** Placeholder for a document while it loads. */
export function DocumentSkeleton() {
  return (
    <div className={classes.page} role="status">
      <VisuallyHidden>{t`Loading document`}</VisuallyHidden>
      {widths.map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change order
        <Skeleton key={line} height={12} width={width} radius="xs" />
      ))}
    </div>
  );
}
