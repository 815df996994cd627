import type { Insertable } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { AuditTable } from "../../platform/db/schema.ts";

export async function insertAudit(db: Db, row: Insertable<AuditTable>): Promise<void> {
  await db.insertInto("audit").values(row).execute();
}
