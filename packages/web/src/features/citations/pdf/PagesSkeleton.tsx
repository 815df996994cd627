import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import classes from "./PdfPages.module.css";

/** Placeholder for the pages of a PDF while it loads, as large as a page of common size. */
export function PagesSkeleton() {
  return (
    <div className={classes.scroll} role="status">
      <VisuallyHidden>{t`Loading document`}</VisuallyHidden>
      <div className={classes.page} style={{ aspectRatio: 1 / Math.SQRT2 }} data-state="loading" />
    </div>
  );
}
