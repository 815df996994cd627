import { randomUUID } from "node:crypto";
import type { DbTransaction } from "../../platform/db/database.ts";
import { toAsciiWords } from "../principals/service.ts";
import { insertGroup, lockBuiltInGroup, renameGroup } from "./repository.ts";

/**
 * Returns the ids of the group of the server itself, which is created if it does not exist, and renamed if the
 * institution has changed its name. Everybody can read in it, and
 * site administrators administer it. Other transactions that do this wait until this one ends.
 */
export async function createBuiltInGroup(
  tx: DbTransaction,
  name: string,
  now: Date,
): Promise<{ id: string; wireId: string }> {
  const existing = await lockBuiltInGroup(tx);
  if (existing) {
    if (existing.name !== name) await renameGroup(tx, existing.id, name);
    return existing;
  }
  const id = randomUUID();
  const wireId = `${toAsciiWords(name).join("")}_${id}`;
  await insertGroup(tx, {
    id,
    wire_id: wireId,
    name,
    is_public: true,
    is_built_in: true,
    created_at: now,
  });
  return { id, wireId };
}
