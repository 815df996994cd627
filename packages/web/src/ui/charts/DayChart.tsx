import "@mantine/core/styles/ColorSwatch.css";
import "@mantine/charts/styles.css";
import { AreaChart, type AreaChartProps } from "@mantine/charts";
import { formatDate, formatNumber } from "../../lib/i18n/formats.ts";
import classes from "./DayChart.module.css";

interface DayChartProps {
  /** `day` is `yyyy-mm-dd`. */
  days: readonly ({ day: string } & Record<string, unknown>)[];
  series: AreaChartProps["series"];
  height?: number;
  formatValue?: (value: number) => string;
  /** Of the axis; default: those of the values. */
  formatAxis?: (value: number) => string;
  yAxisProps?: AreaChartProps["yAxisProps"];
}

const maxDots = 31;

/** Numbers over days. Screen readers read a table beside it. */
export function DayChart({
  days,
  series,
  height = 260,
  formatValue = formatNumber,
  formatAxis = formatValue,
  yAxisProps,
}: DayChartProps) {
  return (
    <div aria-hidden>
      <AreaChart
        className={classes.chart ?? ""}
        h={height}
        data={[...days]}
        dataKey="day"
        series={series}
        curveType="monotone"
        fillOpacity={0.16}
        strokeWidth={2}
        withLegend={series.length > 1}
        withDots={days.length <= maxDots}
        dotProps={{ r: 2.5 }}
        gridColor="var(--border)"
        textColor="var(--dim)"
        strokeDasharray="0"
        valueFormatter={(value) => formatValue(value)}
        areaChartProps={{ accessibilityLayer: false, margin: { top: 8, right: 12 } }}
        xAxisProps={{ tickFormatter: formatTick, minTickGap: 32 }}
        yAxisProps={{
          tickFormatter: (value: number) => formatAxis(value),
          domain: [0, "auto"],
          width: 40,
          ...yAxisProps,
        }}
        tooltipProps={{ labelFormatter: formatLabel }}
      />
    </div>
  );
}

const formatTick = (day: string) => formatDate(new Date(`${day}T00:00`), { month: "short", day: "numeric" });

/** Without a tooltip there is no day. */
const formatLabel = (day: unknown) =>
  typeof day === "string" && formatDate(new Date(`${day}T00:00`), { dateStyle: "full" });
