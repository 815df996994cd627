import { getUsageReport, limits, type OpCallInput, type OpOutput, type UsageRow } from "@lectern/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

export type UsageReport = OpOutput<typeof getUsageReport>;
export type UsageRequest = OpCallInput<typeof getUsageReport>;

export const usageReportKey = ["usageReport"] as const;

/** The report, of which the last one is shown until another one is there. */
export const usageReportQuery = (request: UsageRequest) =>
  queryOptions({
    queryKey: [...usageReportKey, request],
    queryFn: ({ signal }) => call(getUsageReport, request, { signal }),
    placeholderData: keepPreviousData,
    // Whoever opens the tab sees the calls of this minute.
    staleTime: 0,
    retry: false,
    // Without a network the call must fail, which is shown, instead of waiting.
    networkMode: "always",
  });

/** Loads the rows of all pages. Those that change place between two pages may be missing, or there twice. */
export async function loadAllUsageRows(request: UsageRequest): Promise<UsageRow[]> {
  const limit = limits.usageRowsPerPage;
  const all: UsageRow[] = [];
  for (;;) {
    const { rows, rowCount } = await call(getUsageReport, { ...request, limit, offset: all.length });
    all.push(...rows);
    if (rows.length === 0 || all.length >= rowCount) return all;
  }
}
