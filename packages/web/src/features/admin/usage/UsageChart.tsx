import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { formatDollars } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { SegmentedControl, VisuallyHidden } from "@mantine/core";
import { useId, useState } from "react";
import { formatDate, formatNumber } from "../../../lib/i18n/formats.ts";
import { getFormatLocale } from "../../../lib/i18n/i18n.ts";
import { DayChart } from "../../../ui/charts/DayChart.tsx";
import { fillDays } from "../../../ui/charts/fillDays.ts";
import { formatCost } from "./formatCost.ts";
import classes from "./Usage.module.css";
import type { UsageReport } from "./usageReportQuery.ts";

type Measure = "cost" | "tokens";

/** Cost or tokens by day. For screen readers it is a table, which is also below it, by day. */
export function UsageChart({ days }: { days: UsageReport["days"] }) {
  const headingId = useId();
  const [measure, setMeasure] = useState<Measure>("cost");
  const isCost = measure === "cost";
  const entries = days.map(({ day, cost, inputTokens, outputTokens }) => ({
    day,
    cost: Number(cost),
    tokens: inputTokens + outputTokens,
  }));
  return (
    <section className={classes.card} aria-labelledby={headingId}>
      <div className={classes.cardHead}>
        <h4 id={headingId} className={classes.cardTitle}>
          {isCost ? t`Cost by day` : t`Tokens by day`}
        </h4>
        <SegmentedControl
          size="xs"
          aria-label={t`Shown in the chart`}
          value={measure}
          data={[
            { value: "cost", label: t`Cost` },
            { value: "tokens", label: t`Tokens` },
          ]}
          onChange={(value) => setMeasure(value === "cost" ? "cost" : "tokens")}
        />
      </div>
      <VisuallyHidden>
        <table aria-labelledby={headingId}>
          <tbody>
            {days.map(({ day, cost, inputTokens, outputTokens }) => (
              <tr key={day}>
                <th scope="row">{formatDate(new Date(`${day}T00:00`), { dateStyle: "medium" })}</th>
                <td>{isCost ? formatCost(cost) : formatNumber(inputTokens + outputTokens)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
      <DayChart
        days={fillDays(entries, 1, (day) => ({ day, cost: 0, tokens: 0 }))}
        height={200}
        series={[{ name: measure, label: isCost ? t`Cost` : t`Tokens`, color: "var(--accent)" }]}
        formatValue={isCost ? (value) => formatDollars(value, getFormatLocale()) : (value) => formatNumber(value)}
        formatAxis={isCost ? formatShortCost : formatShortNumber}
        yAxisProps={{ width: 52 }}
      />
    </section>
  );
}

const formatShortNumber = (value: number) => formatNumber(value, { notation: "compact" });
const formatShortCost = (value: number) =>
  formatNumber(value, { notation: "compact", style: "currency", currency: "USD", maximumSignificantDigits: 3 });
