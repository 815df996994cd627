import { AppError } from "../../../core/appError.ts";
import { findStoredRateLimit, forgetRateLimits } from "../../usage/service.ts";
import type { ConfigSection } from "../section.ts";

/** The limit on the cost of each person's model calls. Limits of the environment take its place. */
export const rateLimitSection: ConfigSection<"rateLimit"> = {
  type: "rateLimit",
  isFirst: true,
  read: async (db, { config }) =>
    config.rateLimits[0] ?? (await findStoredRateLimit(db)) ?? { period: "Unlimited", rate: 0 },
  async save(_tx, { ctx, data }) {
    if (ctx.config.rateLimits.length > 0) {
      throw new AppError("conflict", { userMessage: "The server’s environment sets the limits." });
    }
    return data;
  },
  listLocked: async (_db, { config }) =>
    config.rateLimits.map(({ period, rate }) => `LIMIT_${period.toUpperCase()}=${rate}`),
  toAudited: (_platform, data) => data,
  publish: forgetRateLimits,
};
