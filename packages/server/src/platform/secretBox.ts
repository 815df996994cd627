import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

/** A use of the server's secret. Each purpose has its own key, derived with HKDF-SHA256. */
export type SecretPurpose =
  | "modelKeys"
  | "identityKeys"
  | "sessionCookies"
  | "accessTokens"
  | "signedUrls"
  | "providerTokens"
  | "processMessages"
  | "conversationIds"
  | "auditedEmails"
  | "auditedTexts"
  | "citations"
  | "applicationSecrets"
  | "analysis"
  | "apiKeys"
  | "apiKeyHashes"
  | "operationSecrets"
  | "integrationSecrets"
  | "integrationAttempts"
  | "integrationTokens";

/**
 * Encrypts secrets that must be read again (AES-256-GCM), and signs values that clients send back (HMAC-SHA256).
 * A sealed text is `v1.` followed by base64url of nonce (12 bytes), tag (16 bytes) and ciphertext.
 */
export interface SecretBox {
  /** The 32-byte key of one purpose. */
  key(purpose: SecretPurpose): Buffer;
  seal(purpose: SecretPurpose, plaintext: string): string;
  /** Throws if the text was modified, or was sealed for another purpose or with another secret. */
  open(purpose: SecretPurpose, sealed: string): string;
  sign(purpose: SecretPurpose, text: string): string;
  verify(purpose: SecretPurpose, text: string, signature: string): boolean;
}

const minSecretLength = 16;

/** Throws RangeError if `secret` has fewer than 16 characters, so that an empty secret never signs anything. */
export function createSecretBox(secret: string): SecretBox {
  if (secret.length < minSecretLength)
    throw new RangeError(`the secret must have at least ${minSecretLength} characters`);
  const keys = new Map<SecretPurpose, Buffer>();
  const deriveKey = (purpose: SecretPurpose): Buffer => {
    const cachedKey = keys.get(purpose);
    if (cachedKey) return cachedKey;
    const derivedKey = Buffer.from(hkdfSync("sha256", secret, "lectern", purpose, 32));
    keys.set(purpose, derivedKey);
    return derivedKey;
  };
  const sign = (purpose: SecretPurpose, text: string) =>
    createHmac("sha256", deriveKey(purpose)).update(text).digest("base64url");

  return {
    key: deriveKey,
    seal(purpose, plaintext) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", deriveKey(purpose), nonce);
      const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64url")}`;
    },
    open(purpose, sealed) {
      if (!sealed.startsWith("v1.")) throw new Error("not a sealed text");
      const bytes = Buffer.from(sealed.slice(3), "base64url");
      const decipher = createDecipheriv("aes-256-gcm", deriveKey(purpose), bytes.subarray(0, 12), {
        authTagLength: 16,
      });
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    },
    sign,
    verify(purpose, text, signature) {
      const expected = Buffer.from(sign(purpose, text));
      const actual = Buffer.from(signature);
      return expected.length === actual.length && timingSafeEqual(expected, actual);
    },
  };
}
