import { randomBytes } from "node:crypto";
import { apiKeyPrefix } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";

type Secrets = Pick<Platform, "secrets">;

/** How the secret of a key is stored. */
export interface StoredSecret {
  key_hash: string;
  sealed_key: string;
}

/** Creates the secret of a new key: 256 random bits. */
export function createSecret(platform: Secrets): { secret: string; stored: StoredSecret } {
  const secret = `${apiKeyPrefix}v1-${randomBytes(32).toString("base64url")}`;
  const stored = { key_hash: hashSecret(platform, secret), sealed_key: platform.secrets.seal("apiKeys", secret) };
  return { secret, stored };
}

/** Returns true if a text has the form of a secret. */
export const isSecret = (text: string) => /^amp-v1-[\w-]{43}$/.test(text);

/**
 * Returns the hash by which a key is found. It is keyed, so that the time which the look-up takes says nothing about the
 * stored secrets, and a copy of the database opens nothing.
 */
export function hashSecret({ secrets }: Secrets, secret: string): string {
  return secrets.sign("apiKeyHashes", secret);
}

export function revealSecret({ secrets }: Secrets, { sealed_key }: Pick<StoredSecret, "sealed_key">): string {
  return secrets.open("apiKeys", sealed_key);
}
