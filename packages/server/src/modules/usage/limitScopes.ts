import type { LimitScope, RateLimit } from "@lectern/contract";
import { type RawBuilder, sql } from "kysely";
import { getLimitedId, type Payer } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import { findAccountLimit } from "../accounts/service.ts";
import { listRateLimits } from "./rateLimits.ts";
import { findGroupLimit } from "./repository.ts";

/** What limits apply to, and the usage rows that count toward them. */
export interface ScopedLimits {
  scope: LimitScope;
  /** Unique among those of the same scope. */
  id: string;
  /** The name of the account, the group or the key. */
  name?: string;
  limits: readonly RateLimit[];
  /** A condition on the rows of `usage`. */
  rows: RawBuilder<boolean>;
}

/**
 * Lists the limits that a call must pass, in the order in which their spending is locked: those of the person with all of
 * the person's services, the account, the group whose assistant answers, and the key. Omits what has no limit.
 */
export async function listScopedLimits(platform: Platform, payer: Payer): Promise<ScopedLimits[]> {
  const { principal, payer: accountId, accountOwnerId = principal.id, assistant, credential } = payer;
  const groupId = assistant?.groupId ?? null;
  const limitedId = getLimitedId(payer);
  const [personLimits, account, group] = await Promise.all([
    listRateLimits(platform),
    findAccountLimit(platform, accountOwnerId, accountId),
    groupId === null ? null : findGroupLimit(platform.db, groupId),
  ]);
  const scopes: ScopedLimits[] = [
    { scope: "person", id: limitedId, limits: personLimits, rows: isUsedFor(limitedId) },
    {
      ...{ scope: "account", id: `${accountOwnerId}\n${accountId}`, name: account?.name ?? "" },
      limits: account?.limit ? [account.limit] : [],
      rows: sql`account_owner_id = ${accountOwnerId} and account_id = ${accountId}`,
    },
    {
      ...{ scope: "group", id: groupId ?? "", name: group?.name ?? "" },
      limits: group?.limit ? [group.limit] : [],
      rows: sql`group_id = ${groupId}`,
    },
    {
      ...{ scope: "key", id: credential.id, name: (credential.kind === "key" && credential.name) || "" },
      limits: credential.kind === "key" && credential.rateLimit ? [credential.rateLimit] : [],
      rows: sql`credential_id = ${credential.id} and credential_id <> user_id`,
    },
  ];
  return scopes.filter(({ limits }) => limits.some(({ period, rate }) => period !== "Unlimited" && rate !== null));
}

/** True for the usage of a person or a group, and of their services. */
const isUsedFor = (ownerId: string) => sql<boolean>`user_id = any(array(
  select ${ownerId}::text union all select services.id from services where services.owner_id = ${ownerId}))`;
