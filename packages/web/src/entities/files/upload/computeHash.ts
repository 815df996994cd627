import { md5 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { encodeBytesBase64 } from "../../../lib/base64.ts";

export type HashName = "md5" | "sha256";

/**
 * Returns the MD5 of the bytes in base64, as the header Content-MD5 needs it, or their SHA-256 in hexadecimal, as the
 * server stores it. Reads the bytes piece by piece.
 */
export async function computeHash(bytes: Blob, name: HashName): Promise<string> {
  const hash = name === "md5" ? md5.create() : sha256.create();
  for await (const chunk of bytes.stream()) hash.update(chunk);
  return name === "md5" ? encodeBytesBase64(hash.digest()) : bytesToHex(hash.digest());
}
