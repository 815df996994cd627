import type { ApiKey } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import { presentKey } from "./present.ts";
import { listVisibleKeys } from "./repository.ts";

/** More than people have: the keys that can be active, and many years of earlier ones. */
const maxListedKeys = 1_000;

/** Lists the keys that the actor sees, the newest first, with what they used this month. */
export async function listKeys(
  { db, clock }: Pick<Platform, "db" | "clock">,
  actor: Actor,
  id: string | null = null,
): Promise<ApiKey[]> {
  const now = clock.now();
  const usageFrom = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  const keys = await listVisibleKeys(db, actor, { usageFrom, limit: maxListedKeys, id });
  return keys.map((key) => presentKey(key, now));
}
