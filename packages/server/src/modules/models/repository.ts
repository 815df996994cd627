import { type Insertable, type Selectable, sql } from "kysely";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import type { ModelsTable } from "../../platform/db/schema.ts";

export type ModelRow = Selectable<ModelsTable>;

const rowsPerStatement = 500;

/** The whole catalogue, oldest first. */
export async function listModelRows(db: Db): Promise<ModelRow[]> {
  return await db.selectFrom("models").selectAll().orderBy("created_at").orderBy("id").execute();
}

export async function findModelRow(db: Db, id: string): Promise<ModelRow | null> {
  return (await db.selectFrom("models").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Locks the catalogue against changes by others until the transaction ends. They can still read it. */
export async function lockModels(tx: DbTransaction): Promise<void> {
  await sql`lock table models in share row exclusive mode`.execute(tx);
}

/** Writes whole rows. Existing rows keep their `created_at`. */
export async function upsertModelRows(db: Db, rows: readonly ModelRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    await db
      .insertInto("models")
      .values(rows.slice(from, from + rowsPerStatement).map(toInsertable))
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet((given) => ({
          upstream_id: given.ref("excluded.upstream_id"),
          name: given.ref("excluded.name"),
          provider: given.ref("excluded.provider"),
          description: given.ref("excluded.description"),
          system_prompt: given.ref("excluded.system_prompt"),
          input_context_window: given.ref("excluded.input_context_window"),
          output_token_limit: given.ref("excluded.output_token_limit"),
          input_token_cost: given.ref("excluded.input_token_cost"),
          output_token_cost: given.ref("excluded.output_token_cost"),
          cached_token_cost: given.ref("excluded.cached_token_cost"),
          exclusive_group_availability: given.ref("excluded.exclusive_group_availability"),
          supports_images: given.ref("excluded.supports_images"),
          supports_system_prompts: given.ref("excluded.supports_system_prompts"),
          is_available: given.ref("excluded.is_available"),
          is_built_in: given.ref("excluded.is_built_in"),
          is_default: given.ref("excluded.is_default"),
          default_advanced_model: given.ref("excluded.default_advanced_model"),
          default_cheapest_model: given.ref("excluded.default_cheapest_model"),
          default_embeddings_model: given.ref("excluded.default_embeddings_model"),
          default_qa_model: given.ref("excluded.default_qa_model"),
          endpoints: given.ref("excluded.endpoints"),
          origin: given.ref("excluded.origin"),
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
  };
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
