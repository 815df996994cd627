import { type EditableRateLimit, generalAccount, type Account as WireAccount } from "@lectern/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import type { OwnerId } from "../access/service.ts";

/** Selects the id of the account that pays where a person names none. */
export function selectDefaultAccountId(userId: RawBuilder<unknown>) {
  return sql<string>`coalesce(
    (select accounts.id from accounts where accounts.owner_id = ${userId} and accounts.is_default),
    ${sql.lit(generalAccount.id)})`;
}

/** Lists the accounts that a person has saved, in their order; empty if there are none yet. */
export async function listSavedAccounts(db: Db, ownerId: OwnerId): Promise<WireAccount[]> {
  const rows = await db
    .selectFrom("accounts")
    .select(["id", "name", "period", sql<string>`trim_scale(rate)::text`.as("rate"), "is_default"])
    .where("owner_id", "=", ownerId)
    .orderBy("position")
    .execute();
  return rows.map(({ id, name, period, rate, is_default: isDefault }) => ({
    ...{ id, name, isDefault },
    rateLimit: { period: period as EditableRateLimit["period"], rate },
  }));
}

/** Finds an account on a person's list. The general account may have no row. */
export async function findSavedAccount(db: Db, ownerId: string, id: string) {
  return db
    .selectFrom("accounts")
    .select(["id", "name", "period", "rate"])
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Makes the changes of one person's list wait for each other until the transaction ends. */
export async function lockAccounts(tx: DbTransaction, ownerId: OwnerId): Promise<void> {
  await tx.selectFrom("users").select("id").where("id", "=", ownerId).forNoKeyUpdate().execute();
}

export async function replaceAccounts(
  tx: DbTransaction,
  ownerId: OwnerId,
  accounts: readonly WireAccount[],
): Promise<void> {
  await deleteAccounts(tx, ownerId);
  const rows = accounts.map(({ id, name, rateLimit, isDefault }, position) => ({
    ...{ owner_id: ownerId, id, name, position },
    ...{ period: rateLimit.period, rate: rateLimit.rate, is_default: isDefault },
  }));
  if (rows.length > 0) await tx.insertInto("accounts").values(rows).execute();
}

export async function deleteAccounts(db: Db, ownerId: OwnerId): Promise<void> {
  await db.deleteFrom("accounts").where("owner_id", "=", ownerId).execute();
}
