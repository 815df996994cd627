import { ResponseBodyError, refreshTokenGrant } from "openid-client";
import type { Platform } from "../../core/context.ts";
import { configuredClient } from "./providerClient.ts";
import type { ProviderTokens } from "./providerIdentity.ts";
import type { StoredProviderTokens } from "./providerTokens.ts";
import { refreshTimeOf } from "./signIn.ts";

/** The session can never be refreshed: there is nobody to ask, nothing to show, or the answer is about somebody else. */
class CannotRefresh extends Error {}

/** Asks the institution's provider for new tokens of `subject`. What it does not send anew stays as it was. Network errors pass through. */
export async function renewTokens(
  platform: Platform,
  tokens: StoredProviderTokens,
  subject: string,
): Promise<ProviderTokens> {
  const { oidc } = platform.config;
  if (!oidc || tokens.refreshToken === undefined) throw new CannotRefresh("there is no provider to refresh at");
  const client = await configuredClient(platform, oidc);
  const answer = await refreshTokenGrant(client, tokens.refreshToken);
  const claims = answer.claims();
  if (claims && claims.sub !== subject) throw new CannotRefresh("the provider answered for another person");
  return {
    idToken: answer.id_token ?? tokens.idToken,
    refreshToken: answer.refresh_token ?? tokens.refreshToken,
    expiresAt: refreshTimeOf(answer.expires_in, platform.clock.now()),
  };
}

/** True when trying again cannot help. */
export function isRefusal(error: unknown): boolean {
  return error instanceof CannotRefresh || (error instanceof ResponseBodyError && error.error === "invalid_grant");
}
