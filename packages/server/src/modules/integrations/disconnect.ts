import { getProviderOf, IntegrationId } from "@lectern/contract";
import { tokenRevocation } from "openid-client";
import type { Actor, Platform } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import type { OwnerId } from "../access/service.ts";
import { type AuditedPlatform, getAuditSource, recordAudit } from "../audit/service.ts";
import { describeOAuthError } from "../identity/service.ts";
import { createOAuthClient } from "./oauthClient.ts";
import { getProvider } from "./providers.ts";
import { findRegistration } from "./registrations.ts";
import { type ConnectionRow, deleteConnection, isAccountConnected, lockEndings } from "./repository.ts";
import { openTokens } from "./tokens/sealedTokens.ts";

interface Disconnection {
  ownerId: OwnerId;
  id: IntegrationId;
  /** Null: the person is erased. */
  actor: Actor | null;
}

/** Deletes a connection, if there is one, and revokes its tokens at the provider in the background. */
export async function disconnect(platform: AuditedPlatform, { ownerId, id, actor }: Disconnection): Promise<void> {
  const ended = await transaction(platform.db, async (tx) => {
    await lockEndings(tx);
    const row = await deleteConnection(tx, ownerId, id);
    if (!row) return null;
    if (actor) {
      const entry = { verb: "disconnect", objectType: "integration", objectIds: [id] };
      await recordAudit(tx, getAuditSource(platform, actor), entry);
    }
    return { row, isGrantInUse: await isAccountConnected(tx, row) };
  });
  if (ended && !ended.isGrantInUse) void revoke(platform, ended.row);
}

/**
 * Revokes the tokens of a connection that was deleted. A provider such as Google revokes all that an account has allowed
 * a client, whichever token it gets. So the caller makes sure that nobody has another connection of this account: of
 * another integration, or of another person who uses the same account. Until then, the tokens that were deleted here are
 * of no use to anybody. Never rejects: a provider that does not answer must not keep a person from disconnecting.
 */
export async function revoke(platform: Platform, row: ConnectionRow): Promise<void> {
  const id = IntegrationId.parse(row.integration_id);
  try {
    const tokens = openTokens(platform, { ownerId: row.owner_id, integrationId: id }, row.sealed_tokens);
    if (!tokens) return;
    const registration = await findRegistration(platform, id).catch(() => null);
    // Google needs no secret for it, so it also works after the registration was changed.
    const clientSecret = registration?.clientId === row.client_id ? registration.clientSecret : null;
    const client = createOAuthClient(getProvider(platform, id), { clientId: row.client_id, clientSecret });
    await tokenRevocation(client, tokens.refreshToken);
  } catch (error) {
    const fields = { provider: getProviderOf(id), reason: describeOAuthError(error) };
    platform.log.warn(fields, "tokens could not be revoked at the provider; they were deleted here");
  }
}
