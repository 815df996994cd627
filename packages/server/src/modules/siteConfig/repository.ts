import type { ConfigType } from "@lectern/contract";
import { sql } from "kysely";
import type { Db, DbTransaction } from "../../platform/db/database.ts";

export interface StoredState {
  type: ConfigType;
  revision: number;
  /** Null if nobody in the product has saved it, or a person who was erased. */
  savedBy: string | null;
  savedAt: Date;
}

/** Lists what is known of the sections that were saved. */
export async function listStates(db: Db, types: readonly ConfigType[]): Promise<StoredState[]> {
  const { rows } = await sql<StoredState>`
    select settings.name as type, revision, nullif(users.email, '') as "savedBy", updated_at as "savedAt"
    from settings left join users on users.id = updated_by
    where settings.name = any(${[...types]}::text[]) and revision > 0`.execute(db);
  return rows;
}

/** Makes others who save the section wait until the transaction ends. Returns its revision; 0: it was never saved. */
export async function lockSection(tx: DbTransaction, type: ConfigType, now: Date): Promise<number> {
  await sql`
    insert into settings (name, value, updated_at, revision) values (${type}, null, ${now}, 0)
    on conflict do nothing`.execute(tx);
  const { revision } = await tx
    .selectFrom("settings")
    .where("name", "=", type)
    .select("revision")
    .forUpdate()
    .executeTakeFirstOrThrow();
  return revision;
}

export async function storeSection(
  tx: DbTransaction,
  type: ConfigType,
  { value, savedBy, now }: { value: object | null; savedBy: string; now: Date },
): Promise<void> {
  await tx
    .updateTable("settings")
    .set((eb) => ({
      value: value === null ? null : JSON.stringify(value),
      updated_at: now,
      updated_by: savedBy,
      revision: eb("revision", "+", 1),
    }))
    .where("name", "=", type)
    .execute();
}
