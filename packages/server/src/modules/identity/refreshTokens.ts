import { ResponseBodyError, refreshTokenGrant } from "openid-client";
import type { Platform } from "../../core/context.ts";
import { getConfiguredClient } from "./getProviderClient.ts";
import type { ProviderIdentity, ProviderTokens } from "./providerIdentity.ts";
import type { StoredProviderTokens } from "./providerTokens.ts";
import { getRefreshTime, loadIdentity } from "./signIn.ts";

/**
 * Thrown if the session can never be refreshed: there is no provider, no refresh token, or the response is about
 * another person.
 */
class RefreshImpossibleError extends Error {}

/**
 * Requests new tokens for `subject` from the institution's provider. Returns the previous token where the response
 * contains none, and a function that loads the person's present identity if the response has an ID token. Both throw
 * errors of openid-client; this function also throws `RefreshImpossibleError`.
 */
export async function refreshTokens(
  platform: Platform,
  tokens: StoredProviderTokens,
  subject: string,
): Promise<{ tokens: ProviderTokens; loadIdentity: () => Promise<ProviderIdentity | null> }> {
  const { oidc } = platform.config;
  if (!oidc || tokens.refreshToken === undefined)
    throw new RefreshImpossibleError("there is no provider or refresh token");
  const client = await getConfiguredClient(platform, oidc);
  const response = await refreshTokenGrant(client, tokens.refreshToken);
  const claims = response.claims();
  if (claims && claims.sub !== subject) throw new RefreshImpossibleError("the response is about another person");
  return {
    loadIdentity: async () => (claims ? loadIdentity(platform, client, response.access_token, claims) : null),
    tokens: {
      idToken: response.id_token ?? tokens.idToken,
      refreshToken: response.refresh_token ?? tokens.refreshToken,
      expiresAt: getRefreshTime(response.expires_in, platform.clock.now()),
    },
  };
}

/** Returns true if `refreshTokens` cannot succeed in a retry. */
export function isRejection(error: unknown): boolean {
  return (
    error instanceof RefreshImpossibleError || (error instanceof ResponseBodyError && error.error === "invalid_grant")
  );
}
