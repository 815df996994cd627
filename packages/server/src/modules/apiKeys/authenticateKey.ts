import type { RateLimit } from "@lectern/contract";
import type { Actor, Credential } from "../../core/actor.ts";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { isFlagOn } from "../flags/service.ts";
import { readActor } from "../identity/service.ts";
import { getKeyCache, type LoadedKey } from "./keyCache.ts";
import { hashSecret, isSecret } from "./keySecret.ts";
import { getInactiveReason } from "./keyState.ts";
import { findKeyByHash, type Key, type LimitedKey, markKeyUsed } from "./repository.ts";

/** How exactly the last use of a key is stored. */
const usePrecisionMs = 60_000;

/**
 * Returns the actor of an API key's secret: for a personal key its owner, for a delegated one the person to whom it was
 * delegated, for a system key its service. Throws `unauthenticated` if the key is not valid. Reads a key at most every
 * 2 s.
 */
export async function authenticateKey(platform: Platform, secret: string): Promise<Actor> {
  const loadedKey = isSecret(secret) ? await findKey(platform, hashSecret(platform, secret)) : null;
  if (!loadedKey) throw createRefusal("This API key is not valid.");
  const refusal = await findRefusal(platform, loadedKey);
  if (refusal !== null || !loadedKey.actor) throw createRefusal(refusal ?? refusals.principal);
  return loadedKey.actor;
}

const refusals = {
  deactivated: "This API key has been deactivated.",
  leaked: "This API key has been deactivated, because somebody has reported it as leaked.",
  replaced: "This API key has been replaced by another one.",
  expired: "This API key has expired.",
  owner: "This API key does not work, because the account of its owner is not active.",
  waiting: "This API key works as soon as the person to whom it was delegated has signed in.",
  principal: "This API key does not work, because the account for which it acts is not active.",
  flag: "API keys are turned off for the owner of this key.",
} as const;

/** The `error` of a refused key, which distinguishes it from a missing one. */
export const invalidKeyError = "InvalidApiKey";

function createRefusal(userMessage: string): AppError {
  const header = `Bearer error="invalid_token", error_description="${userMessage}"`;
  const headers = { "www-authenticate": header };
  return new AppError("unauthenticated", { userMessage, fields: { error: invalidKeyError }, headers });
}

/** Returns why a key opens nothing now; null if it does. */
async function findRefusal(platform: Platform, { key, owner, actor }: LoadedKey): Promise<string | null> {
  const reason = getInactiveReason(key, platform.clock.now());
  if (reason !== null) return refusals[reason];
  if (!owner || owner.isBlocked) return refusals.owner;
  if (key.principalId === null) return refusals.waiting;
  if (!actor || actor.isBlocked) return refusals.principal;
  return (await isFlagOn(platform, owner.caller, "apiKeys")) ? null : refusals.flag;
}

async function findKey(platform: Platform, hash: string): Promise<LoadedKey | null> {
  return getKeyCache(platform).get(hash, async () => {
    const key = await findKeyByHash(platform.db, hash);
    if (!key) return null;
    const [owner, actor] = await Promise.all([readOwner(platform, key), readKeyActor(platform, key)]);
    noteUse(platform, key);
    return { key, owner, actor: actor && { ...actor, credential: toCredential(key, owner) } };
  });
}

async function readOwner(platform: Platform, { ownerId, groupId }: Key): Promise<LoadedKey["owner"]> {
  if (groupId !== null) {
    // The service ends with its group.
    const caller = { principal: { id: ownerId, kind: "service" as const }, verifiedEmail: null, isAdmin: false };
    return { caller: { ...caller, directoryGroups: [] }, isBlocked: false };
  }
  const owner = await readActor(platform, ownerId, { kind: "job", id: ownerId });
  return owner && { caller: owner, isBlocked: owner.isBlocked };
}

async function readKeyActor(platform: Platform, key: LimitedKey): Promise<Actor | null> {
  if (key.principalId === null) return null;
  const actor = await readActor(platform, key.principalId, toCredential(key, null));
  return actor && { ...actor, payer: key.accountId, accountOwnerId: key.ownerId };
}

const toCredential = (key: LimitedKey, owner: LoadedKey["owner"]): Credential => ({
  kind: "key",
  id: key.id,
  scopes: new Set(key.scopes),
  name: key.name,
  // The database has what the contract allows.
  rateLimit: { period: key.limitPeriod as RateLimit["period"], rate: Number(key.limitRate) },
  ...(key.maxLimit && { maxRateLimit: { period: key.maxLimit.period, rate: Number(key.maxLimit.rate) } }),
  ...(owner ? { owner: owner.caller } : {}),
});

/** Stores the use of a key without waiting for it. */
function noteUse({ db, clock, log }: Platform, { id, lastUsedAt, deactivatedAt }: Key): void {
  const now = clock.now();
  const usedBefore = new Date(now.getTime() - usePrecisionMs);
  if (deactivatedAt || (lastUsedAt && lastUsedAt > usedBefore)) return;
  markKeyUsed(db, id, now, usedBefore).catch((error: unknown) => {
    log.warn({ err: error, key: id }, "the last use of an API key was not stored");
  });
}
