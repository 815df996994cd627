import { getOwnUsage } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { getMonthStart } from "../policy.ts";
import { toDay } from "../report/addDays.ts";
import { listOwnMonths } from "../report/listOwnMonths.ts";

const shownMonths = 12;

export const getOwnUsageHandler = implement(getOwnUsage, async ({ db, clock, actor }) => {
  const first = getMonthStart(clock.now());
  first.setUTCMonth(first.getUTCMonth() - (shownMonths - 1));
  return { months: await listOwnMonths(db, getOwnerId(actor), toDay(first)) };
});
