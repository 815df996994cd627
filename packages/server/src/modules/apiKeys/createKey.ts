import { randomUUID } from "node:crypto";
import { type createApiKey, limits, normalizeAccessTypes, type OpInput } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor } from "../../core/context.ts";
import { foldEmail, isEmail } from "../../core/email.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { getOwnerId } from "../access/service.ts";
import { type AuditedPlatform, getAuditSource, hashAuditedEmail, recordAudit } from "../audit/service.ts";
import {
  insertNewService,
  lockRecipients,
  type Recipient,
  resolveRecipients,
  toAsciiWords,
} from "../principals/service.ts";
import { assertAccount, assertExpirationDate, createInputError } from "./keyChoices.ts";
import { createSecret } from "./keySecret.ts";
import { toUtcDay } from "./keyState.ts";
import { countActiveKeys, insertKey, lockKeysOfOwner } from "./repository.ts";

type NewKey = OpInput<typeof createApiKey>;

/**
 * Creates a key of the actor. Returns its uuid and its secret. Throws `invalidInput` for an account that is not on the
 * actor's list, a day that has passed and a delegate who is not somebody else, and `tooLarge` if there are too many keys.
 */
export async function createKey(
  platform: AuditedPlatform,
  actor: Actor,
  input: NewKey,
): Promise<{ id: string; secret: string }> {
  const ownerId = getOwnerId(actor);
  const now = platform.clock.now();
  assertOwner(actor, input.owner);
  assertExpirationDate(input.expirationDate, now);
  const delegateName = input.delegate === null ? null : checkDelegate(actor, input.delegate);
  const { secret, stored } = createSecret(platform);
  const id = randomUUID();
  await transaction(platform.db, async (tx) => {
    await lockRecipients(tx, delegateName === null ? [] : [delegateName]);
    await lockKeysOfOwner(tx, ownerId);
    await assertAccount(tx, ownerId, input.account);
    if ((await countActiveKeys(tx, ownerId, toUtcDay(now))) >= limits.apiKeysPerPerson) throw createTooManyKeysError();
    const delegate = delegateName === null ? null : await resolveDelegate(tx, actor, delegateName);
    const principalId = delegate
      ? delegate.principalId
      : input.systemUse
        ? (await createServiceOfKey(platform, tx, actor, input.appName)).id
        : ownerId;
    const kind = delegate ? "delegate" : input.systemUse ? "system" : "personal";
    const scopes = normalizeAccessTypes(input.accessTypes);
    await insertKey(tx, {
      ...{ id, owner_id: ownerId, kind, principal_id: principalId, delegate_email: delegate?.email ?? null },
      ...{ account_id: input.account, name: input.appName, description: input.appDescription, ...stored },
      ...{ scopes: JSON.stringify(scopes), expires_on: input.expirationDate, created_at: now },
      ...{ limit_period: input.rateLimit.period, limit_rate: input.rateLimit.rate },
    });
    await recordAudit(tx, getAuditSource(platform, actor), {
      verb: "create",
      objectType: "apiKey",
      objectIds: [id],
      after: {
        kind,
        actsFor: principalId ?? hashAuditedEmail(platform, delegate?.email ?? ""),
        account: input.account,
        expirationDate: input.expirationDate,
        rateLimit: input.rateLimit,
        accessTypes: scopes,
      },
    });
  });
  return { id, secret };
}

/** Services have the name of their key, in the letters that their ids may have. */
export function createServiceOfKey(
  platform: AuditedPlatform,
  tx: DbTransaction,
  actor: Actor,
  name: string,
  ownerId: string = actor.principal.id,
) {
  return insertNewService(platform, tx, actor, { name: toAsciiWords(name).length > 0 ? name : "Application", ownerId });
}

function assertOwner(actor: Actor, owner: string | undefined): void {
  if (actor.principal.kind !== "person") throw new AppError("forbidden");
  if (owner === undefined || foldEmail(owner) === foldEmail(actor.email)) return;
  throw createInputError("owner", "You can only create API keys of your own.");
}

/** Returns the folded address. */
function checkDelegate(actor: Actor, delegate: string): string {
  const email = foldEmail(delegate);
  if (!isEmail(email)) throw createInputError("delegate", "The delegate must be an email address.");
  if (email === foldEmail(actor.email)) throw createOwnDelegateError();
  return email;
}

async function resolveDelegate(tx: DbTransaction, actor: Actor, name: string): Promise<Recipient> {
  const recipient = (await resolveRecipients(tx, [name])).get(name);
  if (!recipient) throw new Error("the address of a delegate was not resolved");
  if (recipient.principalId === actor.principal.id) throw createOwnDelegateError();
  return recipient;
}

const createOwnDelegateError = () => createInputError("delegate", "You can’t delegate an API key to yourself.");

function createTooManyKeysError(): AppError {
  return new AppError("tooLarge", {
    userMessage: `You have ${limits.apiKeysPerPerson} active API keys. Please deactivate some of them first.`,
  });
}
