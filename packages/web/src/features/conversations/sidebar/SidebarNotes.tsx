import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import classes from "./SidebarNotes.module.css";

interface NoDataProps {
  /** The reason why the list is empty. */
  lines: readonly string[];
  /** True: the list has only no match for a search, which `lines` says. */
  isSearch: boolean;
}

/** Shown in place of an empty list. */
export function NoData({ lines, isSearch }: NoDataProps) {
  return (
    <div className={classes.empty} role="status">
      {lines.map((line, index) => (
        <p key={line} className={index === 0 && !isSearch ? classes.title : classes.hint}>
          {line}
        </p>
      ))}
      {!isSearch && <p className={classes.hint}>{t`No data.`}</p>}
    </div>
  );
}

/** Shown in place of a list that could not be loaded. */
export function ListFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className={classes.empty} role="alert">
      <p className={classes.title}>{t`Couldn’t load your chats.`}</p>
      <p className={classes.hint}>{error.message}</p>
      <Button variant="default" size="xs" onClick={onRetry}>
        {t`Try again`}
      </Button>
    </div>
  );
}
