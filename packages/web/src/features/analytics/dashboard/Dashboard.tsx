import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconChartBar, IconEyeOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { dashboardQuery } from "../../../entities/analytics/analyticsQueries.ts";
import { ExportButton } from "../../../ui/csv/ExportButton.tsx";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import classes from "../Analytics.module.css";
import type { AnalyticsViewProps } from "../analyticsViewProps.ts";
import { isReversed } from "../filter/analysisFilter.ts";
import { FilterBar } from "../filter/FilterBar.tsx";
import { LoadFailed } from "../LoadFailed.tsx";
import { SwitchOff } from "../SwitchOff.tsx";
import { Activity } from "./Activity.tsx";
import { DashboardSkeleton } from "./DashboardSkeleton.tsx";
import { Distributions } from "./Distributions.tsx";
import { Figures } from "./Figures.tsx";
import { toDashboardRows } from "./toDashboardRows.ts";

/** Figures about the conversations with the assistants of a group, or with one of them. */
export function Dashboard({ group, scope, filter, onFilter }: AnalyticsViewProps) {
  const {
    data: loaded,
    error,
    isPlaceholderData,
    refetch,
  } = useQuery({
    ...dashboardQuery(scope),
    enabled: !isReversed(filter),
  });
  // That other figures are empty says nothing about those that are loaded.
  const data = isPlaceholderData && loaded?.totalConversations === 0 ? undefined : loaded;
  const isEmpty = data?.totalConversations === 0;
  const { assistantName = group.name } = data ?? {};
  return (
    <div className={classes.view}>
      <FilterBar groupId={group.id} filter={filter} onFilter={onFilter}>
        <ExportButton
          fileName="dashboard"
          isDisabled={!data || isEmpty || isPlaceholderData}
          loadRows={async () => (data ? toDashboardRows(data) : [])}
        />
      </FilterBar>
      {error && data && (
        <LoadFailedBanner text={t`Couldn’t update the figures.`} error={error} onRetry={() => void refetch()} />
      )}
      {isEmpty ? (
        <div className={classes.empty} role="status">
          <IconChartBar size={32} stroke={1.4} className={classes.emptyIcon} aria-hidden />
          <p className={classes.emptyText}>{t`No dashboard data available for ${assistantName}.`}</p>
          <p className={classes.note}>
            {data.areIdentitiesHidden
              ? t`Figures appear here once 5 people have chatted.`
              : t`Figures appear here after the first chat.`}
          </p>
          {filter.period !== "all" && (
            <Button variant="default" onClick={() => onFilter({ ...filter, period: "all" })}>{t`Show all time`}</Button>
          )}
        </div>
      ) : data ? (
        <div className={classes.board} data-changing={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
          {data.areIdentitiesHidden && (
            <p className={classes.hidden}>
              <IconEyeOff size={16} stroke={1.8} aria-hidden />
              {t`Your institution hides who people are: counts of fewer than 5 people are merged with others or left out.`}
            </p>
          )}
          <Figures data={data} />
          {data.activity.length > 0 && <Activity data={data} />}
          <Distributions data={data} />
        </div>
      ) : error ? (
        <LoadFailed title={t`Couldn’t load the figures`} error={error} onRetry={() => void refetch()} />
      ) : (
        <DashboardSkeleton />
      )}
      <SwitchOff groupId={group.id} />
    </div>
  );
}
