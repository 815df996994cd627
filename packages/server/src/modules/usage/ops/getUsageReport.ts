import { getUsageReport, UsageDimension } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { addDays } from "../report/addDays.ts";
import { buildUsageReport } from "../report/buildUsageReport.ts";

export const getUsageReportHandler = implement(
  getUsageReport,
  (ctx, { from = null, to, by, limit, offset, ...ids }) => {
    const filters = Object.fromEntries(
      UsageDimension.options.flatMap((dimension) => {
        const id = ids[dimension];
        return id === undefined ? [] : [[dimension, id]];
      }),
    );
    const period = { from, before: to === undefined ? null : addDays(to, 1) };
    return buildUsageReport(ctx.db, { period, filters }, { by, limit, offset });
  },
);
