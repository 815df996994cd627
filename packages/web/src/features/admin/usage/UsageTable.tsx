import { UsageGrouping, type UsageRow } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Anchor } from "@mantine/core";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { SelectField } from "../../../ui/SelectField.tsx";
import { formatCost } from "./formatCost.ts";
import classes from "./Usage.module.css";
import type { UsageReport } from "./usageReportQuery.ts";
import { describeUsageDetail, describeUsageValue, getGroupingName } from "./usageTexts.ts";

interface UsageTableProps {
  by: UsageGrouping;
  report: UsageReport;
  onGroup: (by: UsageGrouping) => void;
  /** Called to show only what a row counts. */
  onOpen: (row: UsageRow) => void;
}

/** Usage by one thing, the most expensive first, with the sum of all pages. */
export function UsageTable({ by, report: { rows, total }, onGroup, onOpen }: UsageTableProps) {
  const groupingName = getGroupingName(by);
  return (
    <section className={classes.card} aria-label={t`Usage by ${groupingName}`}>
      <div className={classes.cardHead}>
        <SelectField
          aria-label={t`Grouped by`}
          value={by}
          searchable={false}
          choices={UsageGrouping.options.map((value) => ({ value, label: getGroupingName(value) }))}
          onChange={(value) => {
            const chosen = UsageGrouping.options.find((each) => each === value);
            if (chosen) onGroup(chosen);
          }}
        />
      </div>
      <table className={classes.table} aria-label={t`Usage by ${groupingName}`}>
        <thead>
          <tr>
            <th scope="col">{groupingName}</th>
            <th scope="col" className={classes.wide}>{t`Model calls`}</th>
            <th scope="col" className={classes.wide}>{t`Tokens read`}</th>
            <th scope="col" className={classes.wide}>{t`Tokens written`}</th>
            <th scope="col">{t`Cost`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <Anchor component="button" type="button" inherit className={classes.name} onClick={() => onOpen(row)}>
                  {describeUsageValue(by, row)}
                </Anchor>
                <Detail row={row} />
              </th>
              <Numbers sums={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t`Total`}</th>
            <Numbers sums={total} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Detail({ row }: { row: UsageRow }) {
  const detail = describeUsageDetail(row);
  const calls = formatNumber(row.calls);
  const tokens = formatNumber(row.inputTokens + row.outputTokens, { notation: "compact" });
  return (
    <>
      {detail !== null && <span className={classes.detail}>{detail}</span>}
      <span className={`${classes.detail} ${classes.narrow}`}>{t`${calls} calls · ${tokens} tokens`}</span>
    </>
  );
}

function Numbers({ sums: { calls, inputTokens, outputTokens, cost } }: { sums: UsageReport["total"] }) {
  return (
    <>
      <td className={classes.wide}>{formatNumber(calls)}</td>
      <td className={classes.wide}>{formatNumber(inputTokens)}</td>
      <td className={classes.wide}>{formatNumber(outputTokens)}</td>
      <td>{formatCost(cost)}</td>
    </>
  );
}
