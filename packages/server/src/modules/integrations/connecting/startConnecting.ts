import type { IntegrationId } from "@lectern/contract";
import * as openid from "openid-client";
import { AppError } from "../../../core/appError.ts";
import type { Actor, Platform } from "../../../core/context.ts";
import { createOAuthClient } from "../oauthClient.ts";
import { accountScopes, getIntegration, getProvider } from "../providers.ts";
import { findRegistration } from "../registrations.ts";
import { type Attempt, storeAttempt } from "./attempts.ts";

export const integrationCallbackPath = "/integrations/oauth/callback";

/**
 * Starts a code flow with PKCE, state and nonce, which the same session must complete. Returns the URL of the provider's
 * page. Throws `notFound` if the integration is not enabled.
 */
export async function startConnecting(platform: Platform, actor: Actor, id: IntegrationId): Promise<URL> {
  const registration = await findRegistration(platform, id);
  if (!registration) throw createNotEnabledError();
  const provider = getProvider(platform, id);
  const state = openid.randomState();
  const attempt: Attempt = {
    integrationId: id,
    clientId: registration.clientId,
    redirectUri: getRedirectUri(platform),
    codeVerifier: openid.randomPKCECodeVerifier(),
    nonce: openid.randomNonce(),
  };
  await storeAttempt(platform, actor, state, attempt);
  const url = openid.buildAuthorizationUrl(createOAuthClient(provider, registration), {
    ...provider.authorizationParameters,
    redirect_uri: attempt.redirectUri,
    scope: [...accountScopes, ...getIntegration(platform, id).scopes].join(" "),
    state,
    nonce: attempt.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: "S256",
  });
  if (url.protocol !== "https:") throw new Error("the page of a provider is not secure");
  return url;
}

export const createNotEnabledError = () =>
  new AppError("notFound", {
    userMessage: "This integration is not available. An administrator may have disabled it.",
  });

/** Without `PUBLIC_URL`, only this machine can reach the server. Administrators register the address at the provider. */
const getRedirectUri = ({ config }: Platform): string =>
  `${config.publicOrigin ?? `http://localhost:${config.port}`}${integrationCallbackPath}`;
