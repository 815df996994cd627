import { Button } from "@mantine/core";
import classes from "./SidebarNotes.module.css";

/** What stands in the place of the list where there is nothing to list. `lines`: why. */
export function NoData({ lines }: { lines: readonly string[] }) {
  return (
    <div className={classes.empty} role="status">
      <p className={classes.noData}>No data.</p>
      {lines.map((line) => (
        <p key={line} className={classes.hint}>
          {line}
        </p>
      ))}
    </div>
  );
}

export function ListFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className={classes.empty} role="alert">
      <p className={classes.noData}>The list could not be read.</p>
      <p className={classes.hint}>{error.message}</p>
      <Button variant="default" size="xs" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
