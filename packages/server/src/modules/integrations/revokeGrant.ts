import { IntegrationId } from "@lectern/contract";
import { tokenRevocation } from "openid-client";
import type { Platform } from "../../core/context.ts";
import { describeOAuthError } from "../identity/service.ts";
import { createOAuthClient } from "./oauthClient.ts";
import { getProvider } from "./providers.ts";
import { findRegistration } from "./registrations.ts";
import type { ConnectionRow } from "./repository.ts";
import { openTokens } from "./tokens/sealedTokens.ts";

/** Tokens of which nothing is stored here any more. */
export interface Grant {
  integrationId: IntegrationId;
  clientId: string;
  refreshToken: string;
}

/** Returns what is to be revoked of a connection that was deleted; null if its tokens can no longer be read. */
export function toGrant(platform: Pick<Platform, "secrets">, row: ConnectionRow): Grant | null {
  const integrationId = IntegrationId.parse(row.integration_id);
  const tokens = openTokens(platform, { ownerId: row.owner_id, integrationId }, row.sealed_tokens);
  return tokens && { integrationId, clientId: row.client_id, refreshToken: tokens.refreshToken };
}

/**
 * Revokes tokens at the provider. Google revokes all that an account has allowed this server, whichever token it gets.
 * So the caller makes sure that nobody has another connection of the account (`isAccountConnected`): of another
 * integration, or of another person who uses the same account. Until then, nobody has the tokens that were deleted here.
 * Never rejects, because a provider that does not answer must not keep a person from disconnecting.
 */
export async function revokeGrant(platform: Platform, grant: Grant): Promise<void> {
  const { integrationId, clientId, refreshToken } = grant;
  try {
    const registration = await findRegistration(platform, integrationId).catch(() => null);
    // Google needs no secret for it, so it also works after the registration was changed.
    const clientSecret = registration?.clientId === clientId ? registration.clientSecret : null;
    await tokenRevocation(
      createOAuthClient(getProvider(platform, integrationId), { clientId, clientSecret }),
      refreshToken,
    );
  } catch (error) {
    const fields = { integrationId, reason: describeOAuthError(error) };
    platform.log.warn(fields, "tokens that were deleted here could not be revoked at the provider");
  }
}
