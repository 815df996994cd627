import * as z from "zod/mini";
import type { Platform } from "../../core/context.ts";
import type { ProviderTokens } from "./providerIdentity.ts";

const StoredProviderTokens = z.object({ idToken: z.string(), refreshToken: z.optional(z.string()) });
export type StoredProviderTokens = z.infer<typeof StoredProviderTokens>;

/** Encrypts the provider's tokens for a session's row. `providerExpiresAt` is null if they cannot be refreshed. */
export function sealProviderTokens(
  platform: Platform,
  tokens: ProviderTokens | null,
): { providerTokens: string | null; providerExpiresAt: Date | null } {
  if (!tokens) return { providerTokens: null, providerExpiresAt: null };
  const { idToken, refreshToken, expiresAt } = tokens;
  const storedTokens: StoredProviderTokens = refreshToken === undefined ? { idToken } : { idToken, refreshToken };
  return {
    providerTokens: platform.secrets.seal("providerTokens", JSON.stringify(storedTokens)),
    providerExpiresAt: refreshToken === undefined ? null : (expiresAt ?? null),
  };
}

/** Decrypts the provider's tokens. Throws if they were encrypted with another secret. */
export function unsealProviderTokens(platform: Platform, sealed: string): StoredProviderTokens {
  return StoredProviderTokens.parse(JSON.parse(platform.secrets.open("providerTokens", sealed)));
}
