import type { Db, DbTransaction } from "../../platform/db/database.ts";

const secretPrefix = "applicationSecret/";
const getRowName = (name: string): string => `${secretPrefix}${name}`;

/** Finds the variables that administrators have saved, as unvalidated JSON; null if there are none. */
export async function findVariables(db: Db): Promise<unknown> {
  const row = await db
    .selectFrom("settings")
    .select("value")
    .where("name", "=", "applicationVariables")
    .executeTakeFirst();
  return row?.value ?? null;
}

export async function findSealedSecret(db: Db, name: string): Promise<string | null> {
  const row = await db.selectFrom("secrets").select("sealed").where("name", "=", getRowName(name)).executeTakeFirst();
  return row?.sealed ?? null;
}

/** Lists the names of the secrets, with when each was set. */
export async function listSecretNames(db: Db): Promise<{ name: string; setAt: Date }[]> {
  const rows = await db
    .selectFrom("secrets")
    .select(["name", "created_at"])
    .where("name", "like", `${secretPrefix}%`)
    .orderBy("name")
    .execute();
  return rows.map(({ name, created_at }) => ({ name: name.slice(secretPrefix.length), setAt: created_at }));
}

export async function upsertSecrets(
  tx: DbTransaction,
  secrets: readonly { name: string; sealed: string }[],
  now: Date,
): Promise<void> {
  if (secrets.length === 0) return;
  await tx
    .insertInto("secrets")
    .values(secrets.map(({ name, sealed }) => ({ name: getRowName(name), sealed, created_at: now })))
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet(({ ref }) => ({
        sealed: ref("excluded.sealed"),
        created_at: ref("excluded.created_at"),
      })),
    )
    .execute();
}

export async function deleteSecrets(tx: DbTransaction, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx.deleteFrom("secrets").where("name", "in", names.map(getRowName)).execute();
}
