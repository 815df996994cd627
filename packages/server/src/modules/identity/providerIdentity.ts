import type { Config } from "../../config.ts";
import { isEmail } from "../../core/email.ts";
import { embeddedIssuer } from "./embedded/embeddedUrls.ts";

const maxNameLength = 200;

/** An identity provider's claims about a person. Signature, issuer, audience and nonce have been verified. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string;
}

export interface ProviderTokens {
  idToken: string;
  refreshToken?: string;
  /** When the tokens must be refreshed. */
  expiresAt?: Date;
}

/** Claims of an ID token or a userinfo endpoint. */
export type Claims = { sub: string; [name: string]: unknown };

/** Converts a provider's verified claims. Returns null if they contain no valid email address. */
export function toProviderIdentity(config: Pick<Config, "oidc">, claims: Claims): ProviderIdentity | null {
  const email = cleanClaim(claims.email);
  if (!isEmail(email)) return null;
  return {
    issuer: config.oidc ? String(claims.iss) : embeddedIssuer,
    subject: claims.sub,
    email,
    emailVerified: isEmailVerified(claims.email_verified, config.oidc?.trustsEmail ?? false),
    name: cleanClaim(claims.name).slice(0, maxNameLength) || email,
  };
}

/** `trustsEmail`: the institution declares that its provider verifies addresses without saying so. */
function isEmailVerified(claim: unknown, trustsEmail: boolean): boolean {
  if (claim === undefined || claim === null) return trustsEmail;
  // Some providers send a string instead of a boolean.
  return claim === true || claim === "true";
}

/** Returns a text claim, trimmed and without control characters. Returns "" for any other value. */
function cleanClaim(claim: unknown): string {
  return typeof claim === "string" ? claim.replace(/\p{Cc}/gu, "").trim() : "";
}
