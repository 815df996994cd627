import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { PeriodDay, queryInteger, text } from "./primitives.ts";

/** What usage is counted by, besides the time. */
export const UsageDimension = z.enum(["model", "account", "group", "assistant", "key", "person"]);
export type UsageDimension = z.infer<typeof UsageDimension>;

/** How usage is listed. Days and months are in UTC. */
export const UsageGrouping = z.enum(["day", "month", ...UsageDimension.options]);
export type UsageGrouping = z.infer<typeof UsageGrouping>;

export const UsageSums = z.object({
  /** Calls of models, also those in the background. */
  calls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** US dollars, as an exact decimal. */
  cost: z.string(),
});
export type UsageSums = z.infer<typeof UsageSums>;

/** What an id stands for. `erased` is a person, `deleted` an assistant; `none`: the calls have no such thing. */
export const UsageValueKind = z.enum([
  "none",
  "period",
  "model",
  "account",
  "group",
  "service",
  "assistant",
  "personalAssistant",
  "deleted",
  "key",
  "person",
  "erased",
]);
export type UsageValueKind = z.infer<typeof UsageValueKind>;

export const UsageValue = z.object({
  /** `yyyy-mm-dd` or `yyyy-mm` for a time. Filters take it. */
  id: z.string(),
  kind: UsageValueKind,
  /** Null if it has none, is unknown, or belongs to a person, as that of a personal assistant does. */
  name: z.nullable(z.string()),
  /** The address of a person, or of the owner of a personal assistant. */
  email: z.nullable(z.string()),
});
export type UsageValue = z.infer<typeof UsageValue>;

export const UsageRow = z.extend(UsageValue, UsageSums.shape);
export type UsageRow = z.infer<typeof UsageRow>;

/** An empty id selects calls without such a thing, for example those of no group. */
const FilterId = z.optional(text(limits.usageFilterLength));

export const getUsageReport = defineOp({
  method: "GET",
  path: "/amplifymin/usage/report",
  access: "admin",
  keyScopes: "none",
  isHeavy: true,
  summary:
    "Returns tokens and cost of all model calls of a period, both days included: in total, by day, and a page of the " +
    "rows by one grouping, the most expensive first. Each filter selects the calls of one id. Contains no content.",
  input: z
    .object({
      from: z.optional(PeriodDay),
      to: z.optional(PeriodDay),
      by: z._default(UsageGrouping, "model"),
      model: FilterId,
      account: FilterId,
      group: FilterId,
      assistant: FilterId,
      key: FilterId,
      person: FilterId,
      limit: z._default(queryInteger(1, limits.usageRowsPerPage), 50),
      offset: z._default(queryInteger(0, limits.usageRowsOffset), 0),
    })
    .check(
      z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        path: ["to"],
        error: "must not be before `from`",
      }),
    ),
  output: z.object({
    total: UsageSums,
    /** Days without calls are left out. */
    days: z.array(z.extend(UsageSums, { day: z.string() })),
    rows: z.array(UsageRow),
    /** The number of rows on all pages. */
    rowCount: z.number(),
    /** The values of the filters. */
    filters: z.partialRecord(UsageDimension, UsageValue),
  }),
});

export const getOwnUsage = defineOp({
  method: "GET",
  path: "/billing/usage",
  keyScopes: ["full_access"],
  summary: "Returns the tokens and cost of the caller's model calls by month (UTC) and model, of the last 12 months.",
  input: z.object({}),
  output: z.object({
    months: z.array(
      z.object({
        /** `yyyy-mm`; the newest month is first. */
        month: z.string(),
        total: UsageSums,
        models: z.array(z.extend(UsageSums, { modelId: z.string(), name: z.string() })),
      }),
    ),
  }),
});
