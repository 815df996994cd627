import * as openid from "openid-client";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { type Claims, type ProviderIdentity, type ProviderTokens, toProviderIdentity } from "./providerIdentity.ts";

/** Used if a provider returns a refresh token but not the lifetime of the access token. */
const defaultTokenLifetimeSeconds = 3_600;

/** A sign-in in progress. It is stored encrypted in a cookie while the browser is at the provider. */
export const SignInAttempt = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string(),
  /** When the attempt expires, in milliseconds since 1970. */
  endsAtMs: z.number(),
});
export type SignInAttempt = z.infer<typeof SignInAttempt>;

/**
 * Starts a code flow with PKCE, state and nonce. `uiLocales`: the person's languages, most preferred first and separated
 * by spaces. Returns the provider's URL to which to redirect the browser.
 */
export async function startSignIn(
  client: openid.Configuration,
  redirectUri: string,
  uiLocales: string | null,
): Promise<{ url: URL; proof: Pick<SignInAttempt, "state" | "nonce" | "codeVerifier"> }> {
  const proof = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    codeVerifier: openid.randomPKCECodeVerifier(),
  };
  const supportsRefreshTokens = client.serverMetadata().scopes_supported?.includes("offline_access");
  const url = openid.buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    scope: supportsRefreshTokens ? "openid email profile offline_access" : "openid email profile",
    state: proof.state,
    nonce: proof.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(proof.codeVerifier),
    code_challenge_method: "S256",
    ...(uiLocales === null ? {} : { ui_locales: uiLocales }),
  });
  return { url, proof };
}

/**
 * Completes a code flow. `callbackUrl` is the URL to which the provider redirected the browser. Verifies state, nonce,
 * PKCE, issuer, audience, times and the ID token's signature. Throws errors of openid-client, an `Error` if there is no
 * ID token, and `forbidden` if the provider does not return a valid email address.
 */
export async function completeSignIn(
  platform: Platform,
  client: openid.Configuration,
  callbackUrl: URL,
  attempt: SignInAttempt,
): Promise<{ identity: ProviderIdentity; tokens: ProviderTokens }> {
  const response = await openid.authorizationCodeGrant(client, callbackUrl, {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.codeVerifier,
  });
  const claims = response.claims();
  if (!claims || response.id_token === undefined) throw new Error("the provider gave no ID token");
  const identity = await loadIdentity(platform, client, response.access_token, claims);
  if (!identity) {
    throw new AppError("forbidden", { userMessage: "The identity provider didn’t provide your email address." });
  }
  const now = platform.clock.now();
  return {
    identity,
    tokens: {
      idToken: response.id_token,
      ...(response.refresh_token === undefined
        ? {}
        : { refreshToken: response.refresh_token, expiresAt: getRefreshTime(response.expires_in, now) }),
    },
  };
}

/** Returns when tokens that expire in this many seconds must be refreshed. */
export function getRefreshTime(expiresInSeconds: number | undefined, now: Date): Date {
  return new Date(now.getTime() + (expiresInSeconds ?? defaultTokenLifetimeSeconds) * 1_000);
}

/**
 * Returns the identity in the claims of an ID token; null if it has no valid email address. Adds the claims of the
 * userinfo endpoint if the ID token has no address, because some providers omit it there.
 */
export async function loadIdentity(
  { config }: Pick<Platform, "config">,
  client: openid.Configuration,
  accessToken: string,
  claims: Claims,
): Promise<ProviderIdentity | null> {
  if (claims.email !== undefined || client.serverMetadata().userinfo_endpoint === undefined) {
    return toProviderIdentity(config, claims);
  }
  const userInfo = await openid.fetchUserInfo(client, accessToken, claims.sub);
  return toProviderIdentity(config, { ...claims, ...userInfo, iss: claims.iss });
}
