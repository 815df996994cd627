import * as z from "zod/mini";
import type { Platform } from "../../core/context.ts";
import type { ProviderTokens } from "./providerIdentity.ts";

const Stored = z.object({ idToken: z.string(), refreshToken: z.optional(z.string()) });
export type StoredProviderTokens = z.infer<typeof Stored>;

/** How the provider's tokens stand in a session's row: sealed, with the time of the next refresh beside them. */
export function sealProviderTokens(
  platform: Platform,
  tokens: ProviderTokens | null,
): { providerTokens: string | null; providerExpiresAt: Date | null } {
  if (!tokens) return { providerTokens: null, providerExpiresAt: null };
  const { idToken, refreshToken, expiresAt } = tokens;
  const stored: StoredProviderTokens = refreshToken === undefined ? { idToken } : { idToken, refreshToken };
  return {
    providerTokens: platform.secrets.seal("providerTokens", JSON.stringify(stored)),
    providerExpiresAt: refreshToken === undefined ? null : (expiresAt ?? null),
  };
}

/** Throws when they were sealed with another secret. */
export function openProviderTokens(platform: Platform, sealed: string): StoredProviderTokens {
  return Stored.parse(JSON.parse(platform.secrets.open("providerTokens", sealed)));
}
