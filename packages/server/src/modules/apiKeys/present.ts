import { type ApiKey, EditableRateLimit, generalAccount } from "@lectern/contract";
import { toWireId } from "./keyId.ts";
import { getInactiveReason } from "./keyState.ts";
import { getKeyPermissions } from "./policy.ts";
import type { ListedKey } from "./repository.ts";

/** Presents a key as it is shown to the actor for whom it was read. */
export function presentKey(key: ListedKey, now: Date): ApiKey {
  const inactiveReason = getInactiveReason(key, now);
  const isActive = inactiveReason === null;
  const { groupWireId, groupName } = key;
  return {
    api_owner_id: toWireId(key),
    kind: key.kind,
    applicationName: key.name,
    applicationDescription: key.description,
    owner: key.ownerEmail ?? "",
    delegate: key.delegateEmail,
    account: {
      id: key.accountId,
      name: key.accountName ?? (key.accountId === generalAccount.id ? generalAccount.name : key.accountId),
      isDefault: key.isDefaultAccount,
    },
    active: isActive,
    inactiveReason,
    createdAt: key.createdAt.toISOString(),
    expirationDate: key.expiresOn,
    lastAccessed: key.lastUsedAt?.toISOString() ?? null,
    rateLimit: presentLimit(key),
    maxRateLimit: key.maxLimit,
    accessTypes: key.scopes,
    systemId: key.systemId,
    group: groupWireId === null || groupName === null ? null : { id: groupWireId, name: groupName },
    permissions: getKeyPermissions({ ...key, isActive }),
    usage: { calls: key.calls, cost: Number(key.cost) },
  };
}

export function presentLimit({ limitPeriod, limitRate }: Pick<ListedKey, "limitPeriod" | "limitRate">) {
  return EditableRateLimit.parse({ period: limitPeriod, rate: limitRate });
}
