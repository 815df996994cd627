/** Fits into the 255 characters of an OpenID Connect subject after base64url encoding. */
const maxEmailBytes = 180;

/** A person of the embedded provider. Everything is derived from the e-mail address. */
export interface EmbeddedPerson {
  /** Does not depend on the case of the e-mail address. */
  subject: string;
  email: string;
  name: string;
}

/** Returns null if the e-mail address is too long. */
export function toEmbeddedPerson(email: string): EmbeddedPerson | null {
  const address = email.trim().toLowerCase();
  const bytes = Buffer.from(address, "utf8");
  if (bytes.length > maxEmailBytes) return null;
  return { subject: bytes.toString("base64url"), email: address, name: deriveName(address) };
}

/** Inverse of `toEmbeddedPerson`. */
export function parseEmbeddedSubject(subject: string): EmbeddedPerson | null {
  return toEmbeddedPerson(Buffer.from(subject, "base64url").toString("utf8"));
}

/** Derives "Ada Lovelace" from `ada.lovelace@uni.edu`. */
function deriveName(address: string): string {
  const local = address.slice(0, address.lastIndexOf("@"));
  const words = local.split(/[^\p{L}\p{N}']+/u).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || address;
}
