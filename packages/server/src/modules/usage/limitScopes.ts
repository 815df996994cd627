import type { LimitScope, RateLimit } from "@lectern/contract";
import { type RawBuilder, sql } from "kysely";
import { type Credential, getLimitedId, type Payer } from "../../core/actor.ts";
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
  const keyLimitedId = getKeyLimitedId(payer);
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
      ...{ scope: "key", id: keyLimitedId, name: (credential.kind === "key" && credential.name) || "" },
      limits: listKeyLimits(credential),
      rows: sql`${sql.ref(principal.kind === "service" ? "user_id" : "credential_id")} = ${keyLimitedId}
        and credential_id <> user_id`,
    },
  ];
  return scopes.filter(({ limits }) => limits.some(({ period, rate }) => period !== "Unlimited" && rate !== null));
}

/**
 * The id whose calls count toward the limit of a key. That of a service is the service, which stays when the key of a
 * group is replaced: what the earlier keys have spent still counts.
 */
const getKeyLimitedId = ({ principal, credential }: Payer) =>
  principal.kind === "service" ? principal.id : credential.id;

/** The limit of a key and the highest one that it may have. Of two with the same period, the lower one is enough. */
function listKeyLimits(credential: Credential): RateLimit[] {
  if (credential.kind !== "key") return [];
  const { rateLimit, maxRateLimit } = credential;
  if (rateLimit?.period !== maxRateLimit?.period)
    return [rateLimit, maxRateLimit].filter((limit) => limit !== undefined);
  const isMaxLower = Number(maxRateLimit?.rate) < Number(rateLimit?.rate);
  return [isMaxLower ? maxRateLimit : rateLimit].filter((limit) => limit !== undefined);
}

/** True for the usage of a person or a group, and of their services. */
const isUsedFor = (ownerId: string) => sql<boolean>`user_id = any(array(
  select ${ownerId}::text union all select services.id from services where services.owner_id = ${ownerId}))`;
