import type { getUsageReport, OpOutput, UsageDimension, UsageGrouping, UsageRow, UsageValue } from "@lectern/contract";
import type { Db, DbTransaction } from "../../../platform/db/database.ts";
import { describeValues } from "./describeValues.ts";
import {
  findSummedDays,
  readUsage,
  type SummedUsage,
  sumUsageByDimension,
  sumUsageByTime,
  type UsageScope,
} from "./repository.ts";

interface Page {
  by: UsageGrouping;
  limit: number;
  offset: number;
}

/** Computes the figures of a scope, and a page of the rows by one grouping. */
export function buildUsageReport(db: Db, scope: UsageScope, page: Page): Promise<OpOutput<typeof getUsageReport>> {
  return readUsage(db, async (tx) => {
    const summedDays = await findSummedDays(tx);
    const byDay = await sumUsageByTime(tx, scope, { summedDays, unit: "day" });
    const { by, limit, offset } = page;
    const isByTime = by === "day" || by === "month";
    const { rows, rowCount } = isByTime
      ? pageTimes(by === "day" ? byDay : await sumUsageByTime(tx, scope, { summedDays, unit: by }), page)
      : await listByDimension(tx, by, await sumUsageByDimension(tx, scope, { by, limit, offset, summedDays }));
    const { value: _, ...total } = byDay.find(({ value }) => value === null) ?? noUsage;
    return {
      total,
      days: byDay.flatMap(({ value, ...sums }) => (value === null ? [] : [{ day: value, ...sums }])).reverse(),
      rows,
      rowCount,
      filters: await describeFilters(tx, scope.filters),
    };
  });
}

const noUsage = { value: null, calls: 0, inputTokens: 0, outputTokens: 0, cost: "0" };

type Rows = { rows: UsageRow[]; rowCount: number };

function pageTimes(sums: readonly SummedUsage[], { limit, offset }: Page): Rows {
  const rows = sums.flatMap(({ value, ...each }): UsageRow[] =>
    value === null ? [] : [{ id: value, kind: "period", name: null, email: null, ...each }],
  );
  return { rows: rows.slice(offset, offset + limit), rowCount: rows.length };
}

async function listByDimension(
  tx: DbTransaction,
  by: UsageDimension,
  sums: Awaited<ReturnType<typeof sumUsageByDimension>>,
): Promise<Rows> {
  const values = await describeValues(
    tx,
    by,
    sums.map(({ value }) => value),
  );
  const rows = sums.flatMap(({ value: _, rowCount: __, ...each }, index): UsageRow[] => {
    const value = values[index];
    return value ? [{ ...value, ...each }] : [];
  });
  return { rows, rowCount: sums[0]?.rowCount ?? 0 };
}

async function describeFilters(tx: DbTransaction, filters: UsageScope["filters"]) {
  const described: Partial<Record<UsageDimension, UsageValue>> = {};
  for (const [name, id] of Object.entries(filters)) {
    const dimension = name as UsageDimension; // the names of filters are those
    const [value] = await describeValues(tx, dimension, [id]);
    if (value) described[dimension] = value;
  }
  return described;
}
