import "@mantine/core/styles/ColorSwatch.css";
import "@mantine/charts/styles.css";
import type { DashboardData } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { AreaChart } from "@mantine/charts";
import { formatDate, formatNumber } from "../../../lib/i18n/formats.ts";
import classes from "../Analytics.module.css";

const maxDots = 31;

/** Screen readers read the table beside it. */
export function ActivityChart({ days }: { days: DashboardData["activity"] }) {
  return (
    <div aria-hidden>
      <AreaChart
        className={classes.chart ?? ""}
        h={260}
        data={days}
        dataKey="day"
        series={[
          {
            name: "conversations",
            label: t({ message: "Conversations", context: "analysis" }),
            color: "var(--accent)",
          },
          { name: "users", label: t`Unique users`, color: "var(--second)", strokeDasharray: "4 3" },
        ]}
        curveType="monotone"
        fillOpacity={0.16}
        strokeWidth={2}
        withLegend
        withDots={days.length <= maxDots}
        dotProps={{ r: 2.5 }}
        gridColor="var(--border)"
        textColor="var(--dim)"
        strokeDasharray="0"
        valueFormatter={(value) => formatNumber(value)}
        areaChartProps={{ accessibilityLayer: false, margin: { top: 8, right: 12 } }}
        xAxisProps={{ tickFormatter: formatTick, minTickGap: 32 }}
        yAxisProps={{ allowDecimals: false, domain: [0, "auto"], width: 40 }}
        tooltipProps={{ labelFormatter: formatLabel }}
      />
    </div>
  );
}

const formatTick = (day: string) => formatDate(new Date(`${day}T00:00`), { month: "short", day: "numeric" });

/** Without a tooltip there is no day. */
const formatLabel = (day: unknown) =>
  typeof day === "string" && formatDate(new Date(`${day}T00:00`), { dateStyle: "full" });
