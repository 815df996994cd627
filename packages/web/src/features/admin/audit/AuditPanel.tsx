import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconReload } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ExportButton } from "../../../ui/csv/ExportButton.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import adminClasses from "../Admin.module.css";
import classes from "./Audit.module.css";
import { AuditEntryRow } from "./AuditEntryRow.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { clearAuditFilter, isReversed, useAuditFilter } from "./auditFilter.ts";
import { type AuditedNames, auditQuery, toAuditFilter } from "./auditQueries.ts";
import { getSystemName } from "./auditTexts.ts";
import { loadAuditRows } from "./loadAuditRows.ts";

const searchDelayMs = 300;

/** Who has changed or opened what, and when. */
export function AuditPanel() {
  const state = useAuditFilter();
  const [waitedFor] = useDebouncedValue(state, searchDelayMs);
  const filter = toAuditFilter(waitedFor, getSystemName());
  const list = useInfiniteQuery({
    ...auditQuery(filter),
    enabled: !isReversed(waitedFor),
    placeholderData: keepPreviousData,
  });
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const names: AuditedNames = Object.assign({}, ...(list.data?.pages.map((page) => page.names) ?? []));
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <section className={adminClasses.section} aria-labelledby="admin-auditLog" aria-busy={list.isFetching}>
      <header className={adminClasses.sectionHead}>
        <h3 id="admin-auditLog" className={adminClasses.heading}>
          {t`Audit log`}
        </h3>
        <IconButton name={t`Reload the audit log`} loading={list.isFetching} onClick={() => void list.refetch()}>
          <IconReload size={18} stroke={1.6} />
        </IconButton>
      </header>
      <p className={adminClasses.note}>
        {t`Changes to rights and settings, and reads of other people’s chats. Nothing in it can be changed or deleted, and it contains no content.`}
      </p>
      <AuditFilters />
      <div className={classes.buttons}>
        {isFiltered && (
          <Button variant="default" onClick={clearAuditFilter}>
            {t`Clear filters`}
          </Button>
        )}
        <ExportButton
          fileName="audit-log"
          isDisabled={entries.length === 0}
          loadRows={() => loadAuditRows(toAuditFilter(state, getSystemName()))}
        />
      </div>
      {list.error && (
        <LoadFailedBanner
          text={t`The audit log couldn’t be loaded.`}
          error={list.error}
          onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
        />
      )}
      {list.isLoading && <ListSkeleton label={t`Loading the audit log`} />}
      {list.data && entries.length === 0 && (
        <p role="status" className={adminClasses.note}>
          {isFiltered ? t`No entry matches.` : t`Nothing has been recorded yet.`}
        </p>
      )}
      {entries.length > 0 && (
        <ol className={classes.list} aria-label={t`Entries of the audit log`}>
          {entries.map((entry) => (
            <AuditEntryRow key={entry.id} entry={entry} names={names} />
          ))}
        </ol>
      )}
      {list.hasNextPage && (
        <Button
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage({ cancelRefetch: false })}
        >
          {t`Show earlier entries`}
        </Button>
      )}
    </section>
  );
}
