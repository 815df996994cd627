import { createHash } from "node:crypto";
import { type Account, defaultEditableRateLimit, generalAccount, type RateLimit } from "@lectern/contract";
import type { Actor } from "../../core/actor.ts";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import type { Db } from "../../platform/db/database.ts";
import { createReadCache } from "../../platform/readCache.ts";
import type { OwnerId } from "../access/service.ts";
import { findSavedAccount, listSavedAccounts } from "./repository.ts";

export { selectDefaultAccountId } from "./repository.ts";

const generalEntry: Account = { ...generalAccount, rateLimit: defaultEditableRateLimit, isDefault: true };

/** Lists a person's accounts: at first the general one alone. */
export async function listAccounts(db: Db, ownerId: OwnerId): Promise<Account[]> {
  const accounts = await listSavedAccounts(db, ownerId);
  return accounts.length > 0 ? accounts : [generalEntry];
}

/** Names this state of a list, so that a change of another tab is noticed. */
export function getAccountsRevision(accounts: readonly Account[]): string {
  return createHash("sha256").update(JSON.stringify(accounts)).digest("hex").slice(0, 32);
}

/**
 * Returns the account that pays for a call which names one: it must be on the list of the actor, or of the owner of a
 * service. A key pays with its own account only. Throws `invalidInput`.
 */
export async function choosePayer({ db }: Pick<Platform, "db">, actor: Actor, accountId: string | null) {
  if (accountId === null || accountId === actor.payer) return actor;
  const isOnList =
    actor.credential.kind !== "key" &&
    (accountId === generalAccount.id ||
      (await findSavedAccount(db, actor.accountOwnerId ?? actor.principal.id, accountId)) !== undefined);
  if (!isOnList) {
    const userMessage = "This account is not on your list any more. Please choose another one.";
    throw new AppError("invalidInput", { userMessage, issues: [{ path: "accountId", message: userMessage }] });
  }
  return { ...actor, payer: accountId };
}

interface AccountLimit {
  name: string;
  /** Null: unlimited. */
  limit: RateLimit | null;
}

const cachedLimits = defineServerState(({ clock }: Pick<Platform, "clock">) =>
  createReadCache<AccountLimit>(clock, { lifetimeMs: 1_000 }),
);

/** Finds the limit of an account on somebody's list. It is read again after a second. */
export async function findAccountLimit(
  platform: Pick<Platform, "db" | "clock" | "state">,
  ownerId: string,
  accountId: string,
): Promise<AccountLimit | null> {
  return cachedLimits(platform).get(`${ownerId}\n${accountId}`, async () => {
    const account = await findSavedAccount(platform.db, ownerId, accountId);
    if (!account) return { name: "", limit: null };
    const { name, period, rate } = account;
    return { name, limit: { period: period as RateLimit["period"], rate: Number(rate) } };
  });
}

/** Makes changed limits effective in this process at once; in others it takes a second. */
export function forgetAccountLimits(platform: Pick<Platform, "clock" | "state">): void {
  cachedLimits(platform).clear();
}
