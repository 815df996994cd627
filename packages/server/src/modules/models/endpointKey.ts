import { createHash } from "node:crypto";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import type { StoredModelEndpoint } from "../../platform/db/schema.ts";
import type { ModelEndpoint } from "../../platform/modelProviders/modelProvider.ts";
import { findSecret, upsertSecret } from "./repository.ts";

export const openAiKeyRef = "env:OPENAI_API_KEY";
export const azureKeyRef = "env:AZURE_OPENAI_API_KEY";
export const compatibleKeyRef = "env:OPENAI_COMPATIBLE_API_KEY";
export const anthropicKeyRef = "env:ANTHROPIC_API_KEY";
export const googleKeyRef = "env:GOOGLE_API_KEY";
export const bedrockKeyRef = "env:AWS_BEARER_TOKEN_BEDROCK";
/** Refers to all AWS credentials together. */
export const awsKeyRef = "env:AWS_ACCESS_KEY_ID";

/** Adds the key or credentials to a stored endpoint. */
export async function resolveEndpoint(
  platform: Platform,
  { keyRef, ...endpoint }: StoredModelEndpoint,
): Promise<ModelEndpoint> {
  const credentials = keyRef === awsKeyRef ? platform.config.bedrock?.awsCredentials : null;
  return {
    ...endpoint,
    key: await readEndpointKey(platform, keyRef),
    ...(credentials && { awsCredentials: credentials }),
  };
}

/**
 * Resolves a key reference. Returns "" if the server needs no key or uses AWS credentials, or if the key no longer
 * exists. Throws `unavailable` if a stored key cannot be decrypted.
 */
async function readEndpointKey(platform: Platform, keyRef: string | null): Promise<string> {
  const { config } = platform;
  switch (keyRef) {
    case null:
      return "";
    case openAiKeyRef:
      return config.openAiApiKey ?? "";
    case azureKeyRef:
      return config.azure?.apiKey ?? "";
    case compatibleKeyRef:
      return config.openAiCompatible.apiKey ?? "";
    case anthropicKeyRef:
      return config.anthropic?.apiKey ?? "";
    case googleKeyRef:
      return config.google?.apiKey ?? "";
    case bedrockKeyRef:
      return config.bedrock?.apiKey ?? "";
    case awsKeyRef:
      return "";
    default:
      return await readSealedKey(platform, keyRef);
  }
}

async function readSealedKey(platform: Platform, keyRef: string): Promise<string> {
  const sealedKey = await findSecret(platform.db, keyRef.replace(/^secret:/, ""));
  try {
    return sealedKey === null ? "" : platform.secrets.open("modelKeys", sealedKey);
  } catch (error) {
    throw new AppError("unavailable", {
      userMessage:
        "The key of this model’s server can no longer be read. An administrator must connect the server again.",
      cause: error,
    });
  }
}

/** Stores an administrator's key for a server, encrypted. Returns the key's reference, or null for an empty key. */
export async function storeEndpointKey(
  { secrets, clock }: Pick<Platform, "secrets" | "clock">,
  db: Db,
  url: string,
  key: string,
): Promise<string | null> {
  if (key === "") return null;
  const name = toSecretName(url);
  await upsertSecret(db, name, secrets.seal("modelKeys", key), clock.now());
  return toKeyRef(name);
}

const toSecretName = (url: string) => `modelKey/${createHash("sha256").update(url).digest("hex").slice(0, 32)}`;
const toKeyRef = (name: string) => `secret:${name}`;

/** True if one of these addresses uses another key for the server. A key that cannot be decrypted counts as none. */
export async function hasOtherKey(
  { secrets }: Pick<Platform, "secrets">,
  db: Db,
  { url, key, endpoints }: { url: string; key: string; endpoints: readonly StoredModelEndpoint[] },
): Promise<boolean> {
  const name = toSecretName(url);
  if (key === "" || !endpoints.some(({ keyRef }) => keyRef === toKeyRef(name))) return false;
  const sealedKey = await findSecret(db, name);
  try {
    return sealedKey !== null && secrets.open("modelKeys", sealedKey) !== key;
  } catch {
    return false;
  }
}
