import type { UsageGrouping, UsageRow } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { describeUsageDetail, describeUsageValue, getGroupingName } from "./usageTexts.ts";

/** Usage as rows of a spreadsheet. Amounts are exact. */
export const toUsageTable = (by: UsageGrouping, rows: readonly UsageRow[]): (string | number | null)[][] => [
  [getGroupingName(by), t`Name`, "ID", t`Model calls`, t`Tokens read`, t`Tokens written`, t`Cost (USD)`],
  ...rows.map((row) => [
    row.kind === "period" ? row.id : describeUsageValue(by, row),
    describeUsageDetail(row),
    row.id,
    ...[row.calls, row.inputTokens, row.outputTokens, row.cost],
  ]),
];
