import { type ApiKeyUpdates, normalizeAccessTypes, type OpInput, type updateApiKeys } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor } from "../../core/context.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { getOwnerId } from "../access/service.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { createKeyNotFoundError, findByWireId } from "./getVisibleKey.ts";
import { forgetKeys } from "./keyCache.ts";
import { assertAccount, assertExpirationDate, assertLimit, createInputError } from "./keyChoices.ts";
import { parseWireId } from "./keyId.ts";
import { getInactiveReason } from "./keyState.ts";
import { authorizeKey } from "./policy.ts";
import { presentLimit } from "./present.ts";
import { type KeyChanges, lockVisibleKeys, updateKey, type VisibleKey } from "./repository.ts";

type Requests = OpInput<typeof updateApiKeys>;
interface FailedKey {
  apiKeyId: string;
  name: string;
  message: string;
}

/** Changes active keys that the actor owns. Returns those that could not be changed, and why. */
export async function updateKeys(platform: AuditedPlatform, actor: Actor, requests: Requests): Promise<FailedKey[]> {
  const ids = requests.flatMap(({ apiKeyId }) => parseWireId(apiKeyId) ?? []);
  const failedKeys = await transaction(platform.db, async (tx) => {
    const keys = await lockVisibleKeys(tx, actor, ids);
    const failures: FailedKey[] = [];
    for (const { apiKeyId, updates } of requests) {
      const key = findByWireId(keys, apiKeyId);
      try {
        if (!key) throw createKeyNotFoundError();
        // The same key may be named again.
        keys[keys.indexOf(key)] = await changeKey(platform, tx, actor, { key, updates });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        failures.push({ apiKeyId, name: key?.name ?? apiKeyId, message: error.userMessage });
      }
    }
    return failures;
  });
  forgetKeys(platform);
  return failedKeys;
}

/** Returns the changed key. Throws only before it has changed anything, so that the transaction can go on. */
async function changeKey(
  platform: AuditedPlatform,
  tx: DbTransaction,
  actor: Actor,
  { key, updates }: { key: VisibleKey; updates: ApiKeyUpdates },
): Promise<VisibleKey> {
  authorizeKey(key, "edit");
  const now = platform.clock.now();
  if (getInactiveReason(key, now) !== null) {
    throw new AppError("conflict", { userMessage: "Only active API keys can be changed." });
  }
  const changes = await toChanges(tx, actor, { key, updates, now });
  if (Object.keys(changes).length === 0) return key;
  const changedKey = { ...key, ...changes };
  await updateKey(tx, key.id, changes);
  await recordAudit(tx, getAuditSource(platform, actor), {
    verb: "update",
    objectType: "apiKey",
    objectIds: [key.id],
    before: toAuditedSettings(key),
    after: toAuditedSettings(changedKey),
  });
  return changedKey;
}

async function toChanges(
  tx: DbTransaction,
  actor: Actor,
  { key, updates, now }: { key: VisibleKey; updates: ApiKeyUpdates; now: Date },
): Promise<KeyChanges> {
  const { account, expirationDate, rateLimit, accessTypes } = updates;
  if (account !== undefined && account !== key.accountId) {
    if (!key.isOwner) throw createInputError("account", "The key of a group has no account of a person.");
    await assertAccount(tx, getOwnerId(actor), account);
  }
  if (expirationDate !== undefined && expirationDate !== key.expiresOn) assertExpirationDate(expirationDate, now);
  if (rateLimit !== undefined) assertLimit(rateLimit, key.maxLimit);
  return {
    ...(account === undefined ? {} : { accountId: account }),
    ...(expirationDate === undefined ? {} : { expiresOn: expirationDate }),
    ...(rateLimit === undefined ? {} : { limitPeriod: rateLimit.period, limitRate: rateLimit.rate }),
    ...(accessTypes === undefined ? {} : { scopes: normalizeAccessTypes(accessTypes) }),
  };
}

const toAuditedSettings = (key: VisibleKey) => ({
  account: key.accountId,
  expirationDate: key.expiresOn,
  rateLimit: presentLimit(key),
  accessTypes: key.scopes,
});
