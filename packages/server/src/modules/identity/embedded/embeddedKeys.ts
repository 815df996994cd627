import { exportJWK, generateKeyPair } from "jose";
import * as z from "zod/mini";
import type { Platform } from "../../../core/context.ts";
import { findSecret, keepSecret, replaceSecret } from "./repository.ts";

const secretName = "embeddedProviderKeys";
export const signingAlgorithm = "ES256";

const SigningKeys = z.object({ keys: z.array(z.record(z.string(), z.string())).check(z.minLength(1)) });
export type SigningKeys = z.infer<typeof SigningKeys>;

type KeysPlatform = Pick<Platform, "db" | "clock" | "log" | "secrets">;

/** The embedded provider's signing keys (a JWK set), made once for all processes and kept sealed in the database. */
export async function embeddedSigningKeys(platform: KeysPlatform): Promise<SigningKeys> {
  const { db, clock, log } = platform;
  const stored =
    (await findSecret(db, secretName)) ?? (await keepSecret(db, secretName, await makeSealed(platform), clock.now()));
  const opened = open(platform, stored);
  if (opened) return opened;
  // Only our own client trusts these keys, so new ones cost a sign-in that is under way, at most.
  log.warn("the server's secret has changed: the embedded sign-in makes new keys");
  await replaceSecret(db, secretName, stored, await makeSealed(platform), clock.now());
  const renewed = await findSecret(db, secretName);
  const keys = renewed === null ? null : open(platform, renewed);
  if (!keys) throw new Error("the keys of the embedded sign-in cannot be read: do all processes have the same secret?");
  return keys;
}

function open(platform: KeysPlatform, sealed: string): SigningKeys | null {
  try {
    return SigningKeys.parse(JSON.parse(platform.secrets.open("identityKeys", sealed)));
  } catch {
    // Sealed with another secret.
    return null;
  }
}

async function makeSealed(platform: KeysPlatform): Promise<string> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: signingAlgorithm, use: "sig", kid: "1" };
  return platform.secrets.seal("identityKeys", JSON.stringify({ keys: [key] }));
}
