import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ExportButton } from "../../../ui/csv/ExportButton.tsx";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import adminClasses from "../Admin.module.css";
import { Pages } from "../sections/Pages.tsx";
import { toUsageTable } from "./toUsageTable.ts";
import classes from "./Usage.module.css";
import { UsageChart } from "./UsageChart.tsx";
import { UsageFigures } from "./UsageFigures.tsx";
import { UsageFilters } from "./UsageFilters.tsx";
import { UsageTable } from "./UsageTable.tsx";
import { loadAllUsageRows, usageReportQuery } from "./usageReportQuery.ts";
import { initialView, isReversed, openUsageRow, rowsPerPage, toUsageRequest, type UsageView } from "./usageView.ts";

/** What the calls of models have used and cost: who, with what, when, and who pays. */
export function UsagePanel() {
  const [view, setView] = useState(initialView);
  const request = toUsageRequest(view, Date.now());
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...usageReportQuery(request),
    enabled: !isReversed(view),
  });
  const retry = () => void refetch();
  // That another period is empty says nothing about this one.
  const report = isPlaceholderData && data?.total.calls === 0 ? undefined : data;
  const isEmpty = report?.total.calls === 0;
  const pageCount = Math.ceil((report?.rowCount ?? 0) / rowsPerPage);
  return (
    <section className={adminClasses.section} aria-labelledby="admin-usage">
      <header className={adminClasses.sectionHead}>
        <h3 id="admin-usage" className={adminClasses.heading} tabIndex={-1}>
          {t`Usage`}
        </h3>
        <ExportButton
          fileName={`usage-by-${view.by}`}
          isDisabled={!report || isEmpty || isPlaceholderData}
          loadRows={async () => toUsageTable(view.by, await loadAllUsageRows(request))}
        />
      </header>
      <p className={adminClasses.note}>
        {t`The calls of models by everybody, with those in the background, such as naming chats. Days are in UTC. Choose a row to see only its calls.`}
      </p>
      <UsageFilters view={view} filters={report?.filters ?? {}} onChange={setView} />
      {error && <LoadFailedBanner text={t`Couldn’t load the usage.`} error={error} onRetry={retry} />}
      {!report && !error && !isReversed(view) && <ListSkeleton rows={6} label={t`Loading usage`} />}
      {isEmpty && <NoUsage view={view} onChange={setView} />}
      {report && !isEmpty && (
        <div className={classes.board} data-changing={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
          <UsageFigures total={report.total} />
          <UsageChart days={report.days} />
          <UsageTable
            by={view.by}
            report={report}
            onGroup={(by) => setView({ ...view, by, page: 0 })}
            onOpen={(row) => setView(openUsageRow(view, row))}
          />
          {pageCount > 1 && (
            <Pages
              label={t`Pages of usage`}
              page={Math.min(view.page, pageCount - 1)}
              pageSize={rowsPerPage}
              count={report.rowCount}
              onChange={(page) => setView({ ...view, page })}
            />
          )}
        </div>
      )}
    </section>
  );
}

function NoUsage({ view, onChange }: { view: UsageView; onChange: (view: UsageView) => void }) {
  const isFiltered = Object.keys(view.filters).length > 0;
  return (
    <div className={classes.empty} role="status">
      <IconChartBar size={32} stroke={1.4} className={classes.emptyIcon} aria-hidden />
      <p className={classes.emptyText}>{t`No usage in this period.`}</p>
      {isFiltered ? (
        <Button variant="default" onClick={() => onChange({ ...view, filters: {}, page: 0 })}>
          {t`Remove all filters`}
        </Button>
      ) : (
        view.period !== "all" && (
          <Button variant="default" onClick={() => onChange({ ...view, period: "all", page: 0 })}>
            {t`Show all time`}
          </Button>
        )
      )}
    </div>
  );
}
