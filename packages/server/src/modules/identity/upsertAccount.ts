import { randomUUID } from "node:crypto";
import type { Platform } from "../../core/context.ts";
import { createBlockedError } from "../../core/createBlockedError.ts";
import { foldEmail } from "../../core/email.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { applyEnvironment, getSupportEmail, readSavedAppearance } from "../appearance/service.ts";
import { lockPeopleShared, resolveInvitations } from "../groups/service.ts";
import { lockEmail } from "../principals/service.ts";
import type { ProviderIdentity } from "./providerIdentity.ts";
import * as repository from "./repository.ts";

type Services = Pick<Platform, "config" | "clock">;

/**
 * Stores the provider's claims about a person, and creates the account at their first sign-in. Takes a verified address
 * over from the account that had it, and resolves the invitations of this address. Returns the account's id. Throws
 * `forbidden` if the account is blocked.
 */
export async function upsertAccount(
  tx: DbTransaction,
  services: Services,
  providerIdentity: ProviderIdentity,
): Promise<string> {
  const identity = foldIdentity(providerIdentity);
  const now = services.clock.now();
  const { ownId, previousEmailOwnerIds } = await lockAccounts(tx, services, identity);
  // The unique index allows one verified account for each address, so this comes first.
  await repository.markEmailUnverified(tx, previousEmailOwnerIds);
  if (ownId !== null) await repository.updatePerson(tx, ownId, identity, now);
  const id = ownId ?? (await insertAccount(tx, services, identity));
  if (identity.emailVerified) {
    await resolveInvitations(tx, { principalId: id, email: identity.email }, now);
  }
  return id;
}

/** Like `upsertAccount`, but does nothing if there is no account, because it has been erased since the sign-in. */
export async function updateAccount(tx: DbTransaction, services: Services, identity: ProviderIdentity): Promise<void> {
  const { ownId } = await lockAccounts(tx, services, foldIdentity(identity));
  if (ownId !== null) await upsertAccount(tx, services, identity);
}

const foldIdentity = (identity: ProviderIdentity): ProviderIdentity => ({
  ...identity,
  email: foldEmail(identity.email),
});

/** Finds and locks the identity's own account and the accounts from which it takes its verified address. */
async function lockAccounts(
  tx: DbTransaction,
  { config }: Services,
  identity: ProviderIdentity,
): Promise<{ ownId: string | null; previousEmailOwnerIds: string[] }> {
  await lockPeopleShared(tx);
  if (identity.emailVerified) await lockEmail(tx, identity.email);
  const accounts = await repository.lockMatchingAccounts(tx, identity);
  const ownAccount = accounts.find(({ is_own }) => is_own);
  // Whoever has the address of a blocked account may be the same person with a new account at the provider.
  if (accounts.some(({ blocked_at }) => blocked_at)) {
    const { appearance } = await readSavedAppearance(tx);
    throw createBlockedError(getSupportEmail(applyEnvironment(config, appearance)));
  }
  return {
    ownId: ownAccount?.id ?? null,
    previousEmailOwnerIds: accounts.filter(({ is_own }) => !is_own).map(({ id }) => id),
  };
}

/** The first person becomes administrator if the embedded sign-in is used and no administrators are configured. */
function insertAccount(tx: DbTransaction, { config, clock }: Services, identity: ProviderIdentity): Promise<string> {
  const firstPersonIsAdmin = config.oidc === null && config.admins.length === 0 && identity.emailVerified;
  return repository.insertPerson(tx, randomUUID(), identity, clock.now(), firstPersonIsAdmin);
}
