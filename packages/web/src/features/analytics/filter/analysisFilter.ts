import type { AnalysisScope } from "@lectern/contract";

export const periods = ["7", "30", "90", "all", "custom"] as const;
export type Period = (typeof periods)[number];

/** Which conversations of a group are shown. */
export interface AnalysisFilter {
  /** Null: all assistants of the group. */
  assistantId: string | null;
  /** A number of days up to today, or the days below. */
  period: Period;
  /** `yyyy-mm-dd`, in UTC, of the period `custom`; empty: no bound. */
  startDate: string;
  endDate: string;
}

export const initialFilter: AnalysisFilter = { assistantId: null, period: "30", startDate: "", endDate: "" };

export interface FilterProps {
  filter: AnalysisFilter;
  onFilter: (filter: AnalysisFilter) => void;
}

/** True if the last day is before the first one. */
export const isReversed = ({ period, startDate, endDate }: AnalysisFilter): boolean =>
  period === "custom" && startDate !== "" && endDate !== "" && endDate < startDate;

/** Returns what the server is asked for. `now`: the present time in milliseconds. */
export function toScope(groupId: string, filter: AnalysisFilter, now: number): AnalysisScope {
  const { assistantId, period } = filter;
  return { groupId, ...(assistantId === null ? {} : { assistantId }), ...getDays(filter, period, now) };
}

function getDays({ startDate, endDate }: AnalysisFilter, period: Period, now: number) {
  if (period === "all") return {};
  if (period === "custom") return { ...(startDate && { startDate }), ...(endDate && { endDate }) };
  return { startDate: toDay(now - (Number(period) - 1) * dayMs) };
}

export const dayMs = 86_400_000;
/** `yyyy-mm-dd`, in UTC. */
export const toDay = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
