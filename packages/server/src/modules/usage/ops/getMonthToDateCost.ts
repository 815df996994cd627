import { getMonthToDateCost, monthToDateCostField } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { foldEmail } from "../../../core/email.ts";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { getMonthStart } from "../policy.ts";
import { sumCost } from "../repository.ts";

export const getMonthToDateCostHandler = implement(getMonthToDateCost, async ({ db, clock, actor }, { email }) => {
  // The caller must not learn whether another person exists.
  if (foldEmail(email) !== foldEmail(actor.email)) throw new AppError("notFound");
  const monthStart = getMonthStart(clock.now());
  return { [monthToDateCostField]: Number(await sumCost(db, getOwnerId(actor), monthStart)) };
});
