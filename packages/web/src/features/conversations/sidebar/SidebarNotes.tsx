import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import classes from "./SidebarNotes.module.css";

/** Shown in place of an empty list. `lines`: the reason why the list is empty. */
export function NoData({ lines }: { lines: readonly string[] }) {
  return (
    <div className={classes.empty} role="status">
      <p className={classes.noData}>{t`No data.`}</p>
      {lines.map((line) => (
        <p key={line} className={classes.hint}>
          {line}
        </p>
      ))}
    </div>
  );
}

/** Shown in place of a list that could not be loaded. */
export function ListFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className={classes.empty} role="alert">
      <p className={classes.noData}>{t`Your chats could not be loaded.`}</p>
      <p className={classes.hint}>{error.message}</p>
      <Button variant="default" size="xs" onClick={onRetry}>
        {t`Try again`}
      </Button>
    </div>
  );
}
