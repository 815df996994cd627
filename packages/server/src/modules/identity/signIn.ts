import * as openid from "openid-client";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { embeddedIssuer } from "./actorOf.ts";
import { isEmail } from "./email.ts";
import type { ProviderIdentity, ProviderTokens } from "./providerIdentity.ts";

/** For a provider that gives a refresh token and does not say how long its access token lives. */
const defaultTokenLifetimeSeconds = 3_600;
const longestName = 200;

/** What the browser keeps, sealed, between leaving for the provider and coming back. */
export const SignInAttempt = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string(),
  /** Milliseconds since the epoch. */
  endsAtMs: z.number(),
});
export type SignInAttempt = z.infer<typeof SignInAttempt>;

/** Begins a code flow with PKCE, state and nonce. Gives the provider's address to send the browser to. */
export async function beginSignIn(
  client: openid.Configuration,
  redirectUri: string,
): Promise<{ address: URL; proof: Pick<SignInAttempt, "state" | "nonce" | "codeVerifier"> }> {
  const proof = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    codeVerifier: openid.randomPKCECodeVerifier(),
  };
  const givesRefreshTokens = client.serverMetadata().scopes_supported?.includes("offline_access");
  const address = openid.buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    scope: givesRefreshTokens ? "openid email profile offline_access" : "openid email profile",
    state: proof.state,
    nonce: proof.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(proof.codeVerifier),
    code_challenge_method: "S256",
  });
  return { address, proof };
}

/**
 * Ends a code flow: `callback` is the address the provider sent the browser back to. Checks state, nonce, PKCE, issuer, audience,
 * times and the ID token's signature. Throws errors of openid-client, or AppError when the provider tells no e-mail.
 */
export async function finishSignIn(
  platform: Platform,
  client: openid.Configuration,
  callback: URL,
  attempt: SignInAttempt,
): Promise<{ identity: ProviderIdentity; tokens: ProviderTokens }> {
  const answer = await openid.authorizationCodeGrant(client, callback, {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.codeVerifier,
  });
  const claims = answer.claims();
  if (!claims || answer.id_token === undefined) throw new Error("the provider gave no ID token");
  const told = await withUserInfo(client, answer.access_token, claims);
  const email = clean(told.email);
  if (!isEmail(email)) {
    throw new AppError("forbidden", { userMessage: "The identity provider did not tell your e-mail address." });
  }
  const now = platform.clock.now();
  return {
    identity: {
      issuer: platform.config.oidc ? claims.iss : embeddedIssuer,
      subject: claims.sub,
      email,
      // Some providers write it as text. Only a clear yes counts.
      emailVerified: told.email_verified === true || told.email_verified === "true",
      name: clean(told.name).slice(0, longestName) || email,
    },
    tokens: {
      idToken: answer.id_token,
      ...(answer.refresh_token === undefined
        ? {}
        : { refreshToken: answer.refresh_token, expiresAt: refreshTimeOf(answer.expires_in, now) }),
    },
  };
}

/** When tokens that live for so many seconds must be refreshed. */
export function refreshTimeOf(expiresInSeconds: number | undefined, now: Date): Date {
  return new Date(now.getTime() + (expiresInSeconds ?? defaultTokenLifetimeSeconds) * 1_000);
}

type Claims = { [name: string]: unknown };

/** Providers that keep the ID token small tell the e-mail at their userinfo address only. */
async function withUserInfo(
  client: openid.Configuration,
  accessToken: string,
  claims: Claims & { sub: string },
): Promise<Claims> {
  if (claims.email !== undefined || client.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...claims, ...(await openid.fetchUserInfo(client, accessToken, claims.sub)) };
}

/** A claim as text without control characters, which neither the database nor a page should meet. */
function clean(claim: unknown): string {
  return typeof claim === "string" ? claim.replace(/\p{Cc}/gu, "").trim() : "";
}
