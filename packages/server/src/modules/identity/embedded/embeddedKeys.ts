import { exportJWK, generateKeyPair } from "jose";
import * as z from "zod/mini";
import type { Platform } from "../../../core/context.ts";
import { findSecret, insertSecretIfAbsent, replaceSecret } from "./repository.ts";

const secretName = "embeddedProviderKeys";
export const signingAlgorithm = "ES256";

const SigningKeys = z.object({ keys: z.array(z.record(z.string(), z.string())).check(z.minLength(1)) });
export type SigningKeys = z.infer<typeof SigningKeys>;

type KeysPlatform = Pick<Platform, "db" | "clock" | "log" | "secrets">;

/**
 * Returns the embedded provider's signing keys (a JWK set), which all processes share. Creates them and stores them
 * encrypted in the database if there are none, or if the stored ones cannot be decrypted.
 */
export async function getEmbeddedSigningKeys(platform: KeysPlatform): Promise<SigningKeys> {
  const { db, clock, log } = platform;
  const sealedKeys =
    (await findSecret(db, secretName)) ??
    (await insertSecretIfAbsent(db, secretName, await createSealedKeys(platform), clock.now()));
  const storedKeys = unsealKeys(platform, sealedKeys);
  if (storedKeys) return storedKeys;
  // Only our own client trusts these keys, so replacing them affects only sign-ins in progress.
  log.warn("the server's secret has changed: creating new keys for the embedded sign-in");
  await replaceSecret(db, secretName, sealedKeys, await createSealedKeys(platform), clock.now());
  const newSealedKeys = await findSecret(db, secretName);
  const keys = newSealedKeys === null ? null : unsealKeys(platform, newSealedKeys);
  if (!keys) throw new Error("the keys of the embedded sign-in cannot be read: do all processes have the same secret?");
  return keys;
}

function unsealKeys(platform: KeysPlatform, sealed: string): SigningKeys | null {
  try {
    return SigningKeys.parse(JSON.parse(platform.secrets.open("identityKeys", sealed)));
  } catch {
    // The keys were sealed with another secret.
    return null;
  }
}

async function createSealedKeys(platform: KeysPlatform): Promise<string> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: signingAlgorithm, use: "sig", kid: "1" };
  return platform.secrets.seal("identityKeys", JSON.stringify({ keys: [key] }));
}
