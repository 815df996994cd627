import type { DashboardData } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, VisuallyHidden } from "@mantine/core";
import { IconChartAreaLine, IconTable } from "@tabler/icons-react";
import { useId, useState } from "react";
import { formatDate, formatNumber } from "../../../lib/i18n/formats.ts";
import { DayChart } from "../../../ui/charts/DayChart.tsx";
import { fillDays } from "../../../ui/charts/fillDays.ts";
import classes from "../Analytics.module.css";

/** Conversations and people over time: a chart, which is a table for screen readers and on demand. */
export function Activity({ data: { activity, areIdentitiesHidden } }: { data: DashboardData }) {
  const headingId = useId();
  const [isTable, setIsTable] = useState(false);
  const table = (
    <table className={classes.table} aria-labelledby={headingId}>
      <thead>
        <tr>
          <th scope="col">{areIdentitiesHidden ? t`Week of` : t`Day`}</th>
          <th scope="col">{t({ message: "Conversations", context: "analysis" })}</th>
          <th scope="col">{t`Unique users`}</th>
        </tr>
      </thead>
      <tbody>
        {activity.toReversed().map(({ day, conversations, users }) => (
          <tr key={day}>
            <th scope="row">{formatUtcDay(day)}</th>
            <td>{formatNumber(conversations)}</td>
            <td>{formatNumber(users)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <section className={classes.card} aria-labelledby={headingId}>
      <div className={classes.cardHead}>
        <h3 id={headingId} className={classes.cardTitle}>
          {areIdentitiesHidden ? t`Activity by week` : t`Activity by day`}
        </h3>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={
            isTable ? (
              <IconChartAreaLine size={16} stroke={1.8} aria-hidden />
            ) : (
              <IconTable size={16} stroke={1.8} aria-hidden />
            )
          }
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? t`Show as chart` : t`Show as table`}
        </Button>
      </div>
      {isTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        <section className={classes.activityTable} aria-labelledby={headingId} tabIndex={0}>
          {table}
        </section>
      ) : (
        <>
          <VisuallyHidden>{table}</VisuallyHidden>
          <DayChart
            days={fillDays(activity, areIdentitiesHidden ? 7 : 1, (day) => ({ day, conversations: 0, users: 0 }))}
            series={[
              {
                name: "conversations",
                label: t({ message: "Conversations", context: "analysis" }),
                color: "var(--accent)",
              },
              { name: "users", label: t`Unique users`, color: "var(--second)", strokeDasharray: "4 3" },
            ]}
            yAxisProps={{ allowDecimals: false }}
          />
        </>
      )}
    </section>
  );
}

const formatUtcDay = (day: string) => formatDate(new Date(`${day}T00:00`), { dateStyle: "medium" });
