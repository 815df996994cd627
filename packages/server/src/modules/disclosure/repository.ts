import { type RawBuilder, sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "../../platform/db/database.ts";

const DisclosureSettings = z.object({ version: z.string() });

/** Finds the version of the agreement that people must accept; null if there is no agreement. */
export async function findRequiredDisclosure(db: Db): Promise<string | null> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", "dataDisclosure").executeTakeFirst();
  return z.safeParse(DisclosureSettings, row?.value).data?.version ?? null;
}

/**
 * Selects the version that a principal has accepted last, for use inside another statement. The owner of a service
 * accepts for it.
 */
export function selectAcceptedDisclosure(principalId: RawBuilder<string>): RawBuilder<string | null> {
  return sql<string | null>`(
    select version from disclosure_acceptances
    where principal_id = coalesce((select owner_id from services where id = ${principalId}), ${principalId})
    order by accepted_at desc limit 1
  )`;
}
