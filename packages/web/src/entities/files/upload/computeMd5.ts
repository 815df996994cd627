import { md5 } from "@noble/hashes/legacy.js";
import { encodeBytesBase64 } from "../../../lib/base64.ts";

/** Returns the MD5 of the bytes in base64, as the header Content-MD5 needs it. Reads the bytes piece by piece. */
export async function computeMd5(bytes: Blob): Promise<string> {
  const hash = md5.create();
  for await (const chunk of bytes.stream()) hash.update(chunk);
  return encodeBytesBase64(hash.digest());
}
