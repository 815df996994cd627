import type { ConfigType } from "@lectern/contract";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import type { ModelsTable } from "../../platform/db/schema.ts";

export type ModelRow = Selectable<ModelsTable>;

const rowsPerStatement = 500;

/** Lists the whole catalogue, oldest models first. */
export async function listModelRows(db: Db): Promise<ModelRow[]> {
  return await db.selectFrom("models").selectAll().orderBy("created_at").orderBy("id").execute();
}

export async function findModelRow(db: Db, id: string): Promise<ModelRow | null> {
  return (await db.selectFrom("models").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Prevents other transactions from changing the catalogue until this one ends. They can still read the catalogue. */
export async function lockModels(tx: DbTransaction): Promise<void> {
  await sql`lock table models in share row exclusive mode`.execute(tx);
}

/** Inserts the rows. Replaces existing ones, except for `created_at`. */
export async function upsertModelRows(db: Db, rows: readonly ModelRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await db
      .insertInto("models")
      .values(rows.slice(start, start + rowsPerStatement).map(toInsertable))
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet((eb) => ({
          upstream_id: eb.ref("excluded.upstream_id"),
          name: eb.ref("excluded.name"),
          provider: eb.ref("excluded.provider"),
          description: eb.ref("excluded.description"),
          system_prompt: eb.ref("excluded.system_prompt"),
          input_context_window: eb.ref("excluded.input_context_window"),
          output_token_limit: eb.ref("excluded.output_token_limit"),
          input_token_cost: eb.ref("excluded.input_token_cost"),
          output_token_cost: eb.ref("excluded.output_token_cost"),
          cached_token_cost: eb.ref("excluded.cached_token_cost"),
          cache_write_token_cost: eb.ref("excluded.cache_write_token_cost"),
          exclusive_group_availability: eb.ref("excluded.exclusive_group_availability"),
          supports_images: eb.ref("excluded.supports_images"),
          supports_system_prompts: eb.ref("excluded.supports_system_prompts"),
          is_available: eb.ref("excluded.is_available"),
          is_built_in: eb.ref("excluded.is_built_in"),
          is_default: eb.ref("excluded.is_default"),
          default_advanced_model: eb.ref("excluded.default_advanced_model"),
          default_cheapest_model: eb.ref("excluded.default_cheapest_model"),
          default_embeddings_model: eb.ref("excluded.default_embeddings_model"),
          default_qa_model: eb.ref("excluded.default_qa_model"),
          endpoints: eb.ref("excluded.endpoints"),
          origin: eb.ref("excluded.origin"),
          admin_fields: eb.ref("excluded.admin_fields"),
        })),
      )
      .execute();
  }
}

function toInsertable(row: ModelRow): Insertable<ModelsTable> {
  return {
    ...row,
    exclusive_group_availability: JSON.stringify(row.exclusive_group_availability),
    endpoints: JSON.stringify(row.endpoints),
    admin_fields: JSON.stringify(row.admin_fields),
  };
}

export async function deleteModelRows(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom("models")
      .where("id", "in", [...ids])
      .execute();
}

/** Deletes the keys of model servers that no model refers to. Call it after the models have changed. */
export async function deleteUnusedKeys(tx: DbTransaction): Promise<void> {
  await sql`
    delete from secrets where name like 'modelKey/%' and not exists (
      select from models, jsonb_array_elements(endpoints) as endpoint
      where endpoint ->> 'keyRef' = 'secret:' || secrets.name
    )`.execute(tx);
}

/** Makes drafts of these sections of the configuration, which show models, outdated. */
export async function raiseRevisions(
  tx: DbTransaction,
  types: readonly ConfigType[],
  { changedBy, now }: { changedBy: string | null; now: Date },
): Promise<void> {
  if (types.length === 0) return;
  const change = { updated_at: now, updated_by: changedBy };
  await tx
    .insertInto("settings")
    .values(types.map((name) => ({ name, value: null, revision: 1, ...change })))
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet((eb) => ({ ...change, revision: eb("settings.revision", "+", 1) })),
    )
    .execute();
}

export async function upsertSecret(db: Db, name: string, sealed: string, now: Date): Promise<void> {
  await db
    .insertInto("secrets")
    .values({ name, sealed, created_at: now })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ sealed, created_at: now }))
    .execute();
}

export async function findSecret(db: Db, name: string): Promise<string | null> {
  const row = await db.selectFrom("secrets").select("sealed").where("name", "=", name).executeTakeFirst();
  return row?.sealed ?? null;
}
