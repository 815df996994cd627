import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";

export const monthToDateCostField = "MTD Cost";

export const getMonthToDateCost = defineOp({
  method: "POST",
  path: "/billing/mtd-cost",
  summary: "Gives what the caller's model calls have cost since the first of this month (UTC), in US dollars.",
  reply: "fields",
  input: z.object({ email: z.string().check(z.maxLength(320)) }),
  output: z.object({ [monthToDateCostField]: z.number() }),
});
