import type { UsageDimension, UsageGrouping, UsageRow } from "@lectern/contract";
import { getDaysOf, getPeriodDays, type UsagePeriod } from "./usagePeriod.ts";
import type { UsageRequest } from "./usageReportQuery.ts";

/** What the tab shows. */
export interface UsageView {
  period: UsagePeriod;
  /** `yyyy-mm-dd`, of the period `custom`; empty: no bound. */
  from: string;
  to: string;
  by: UsageGrouping;
  /** Ids. */
  filters: Partial<Record<UsageDimension, string>>;
  page: number;
}

export const initialView: UsageView = { period: "30", from: "", to: "", by: "model", filters: {}, page: 0 };
export const rowsPerPage = 25;

/** True if the last day is before the first one. */
export const isReversed = ({ period, from, to }: UsageView): boolean =>
  period === "custom" && from !== "" && to !== "" && to < from;

/** Returns what the server is asked for. `now`: the present time in milliseconds. */
export function toUsageRequest({ period, from, to, by, filters, page }: UsageView, now: number): UsageRequest {
  const days = period === "custom" ? { ...(from && { from }), ...(to && { to }) } : getPeriodDays(period, now);
  return { ...days, by, ...filters, limit: rowsPerPage, offset: page * rowsPerPage };
}

/** Shows only what a row counts, by what is most telling next. */
export function openUsageRow(view: UsageView, { id }: UsageRow): UsageView {
  const { by } = view;
  if (by === "day" || by === "month") {
    return { ...view, period: "custom", ...getDaysOf(id), by: by === "month" ? "day" : "model", page: 0 };
  }
  const filters = { ...view.filters, [by]: id };
  const next = (["person", "model"] as const).find((dimension) => filters[dimension] === undefined) ?? "day";
  return { ...view, filters, by: next, page: 0 };
}

export function removeUsageFilter(view: UsageView, dimension: UsageDimension): UsageView {
  const { [dimension]: _, ...filters } = view.filters;
  return { ...view, filters, page: 0 };
}
