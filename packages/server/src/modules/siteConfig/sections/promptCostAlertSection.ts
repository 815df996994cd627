import { hashAuditedText } from "../../audit/service.ts";
import { findStoredCostAlert, forgetCostAlert } from "../../usage/service.ts";
import type { ConfigSection } from "../section.ts";

const defaultMessage =
  "This message will cost about {totalCost} (questions that the model reads: {prompts}). Do you want to send it?";

/** What is asked before a message is sent that may be expensive. */
export const promptCostAlertSection: ConfigSection<"promtCostAlert"> = {
  type: "promtCostAlert",
  isFirst: true,
  read: async (db) => (await findStoredCostAlert(db)) ?? { isActive: false, alertMessage: defaultMessage, cost: 1 },
  save: async (_tx, { data }) => data,
  toAudited: (platform, { isActive, cost, alertMessage }) => ({
    ...{ isActive, cost },
    alertMessage: hashAuditedText(platform, alertMessage),
  }),
  publish: forgetCostAlert,
};
