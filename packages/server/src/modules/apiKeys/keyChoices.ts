import { type EditableRateLimit, formatDollars, isLimitWithin } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Db } from "../../platform/db/database.ts";
import type { OwnerId } from "../access/service.ts";
import { listAccounts } from "../accounts/service.ts";
import { toUtcDay } from "./keyState.ts";

/** Throws `invalidInput` if the account is not on the owner's list. */
export async function assertAccount(db: Db, ownerId: OwnerId, accountId: string): Promise<void> {
  const accounts = await listAccounts(db, ownerId);
  if (accounts.some(({ id }) => id === accountId)) return;
  throw createInputError("account", "This account is not on your list any more. Please choose another one.");
}

/** Throws `invalidInput` if the last day of a key has passed in UTC. */
export function assertExpirationDate(day: string | null, now: Date): void {
  if (day === null || day >= toUtcDay(now)) return;
  throw createInputError("expirationDate", "The expiration date can’t be earlier than today.");
}

/** Throws `forbidden` if a limit allows more than the one that a site administrator has set. */
export function assertLimit(limit: EditableRateLimit, maxLimit: EditableRateLimit | null): void {
  if (maxLimit === null || maxLimit.period === "Unlimited" || isLimitWithin(limit, maxLimit)) return;
  const rate = formatDollars(Number(maxLimit.rate));
  throw new AppError("forbidden", { userMessage: describeMaxLimit[maxLimit.period](rate) });
}

const describeMaxLimit = {
  Hourly: (rate: string) =>
    `This limit allows more than the ${rate} per hour that an administrator of this site has set for this API key. You can only lower it.`,
  Daily: (rate: string) =>
    `This limit allows more than the ${rate} per day that an administrator of this site has set for this API key. You can only lower it.`,
  Monthly: (rate: string) =>
    `This limit allows more than the ${rate} per month that an administrator of this site has set for this API key. You can only lower it.`,
};

export function createInputError(path: string, userMessage: string): AppError {
  return new AppError("invalidInput", { userMessage, issues: [{ path, message: userMessage }] });
}
