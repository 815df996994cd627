import { randomBytes } from "node:crypto";
import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./config.ts";

/**
 * Returns the configured secret, or else the one in `secret.key` in the data folder. The first start generates that
 * file, with mode 600. Throws SecretKeyError if the file is damaged.
 */
export async function loadSecretKey(config: Config): Promise<string> {
  if (config.secretKey !== null) return config.secretKey;
  const path = join(config.dataDir, "secret.key");
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const newSecret = await createSecretFile(path);
  const secret = newSecret ?? (await readFile(path, "utf8")).trim();
  if (secret.length < 32) throw new SecretKeyError(`${path} is damaged. Restore it from a backup, or set SECRET_KEY.`);
  return secret;
}

export class SecretKeyError extends Error {}

/** Writes a random secret to a new file. Returns null if the file already exists. */
async function createSecretFile(path: string): Promise<string | null> {
  const file = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return null;
    throw error;
  });
  if (!file) return null;
  try {
    const secret = randomBytes(48).toString("base64url");
    await file.writeFile(`${secret}\n`);
    await file.sync();
    return secret;
  } finally {
    await file.close();
  }
}
