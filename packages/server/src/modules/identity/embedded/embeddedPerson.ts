/** Fits into the 255 characters of an OpenID Connect subject after encoding. Bytes. */
const longestEmailBytes = 180;

/** The embedded provider's word on a person: all of it comes from the e-mail. */
export interface EmbeddedPerson {
  /** The same for each spelling of an e-mail in upper and lower case. */
  subject: string;
  email: string;
  name: string;
}

/** Null for an e-mail that is too long. */
export function embeddedPersonOf(email: string): EmbeddedPerson | null {
  const address = email.trim().toLowerCase();
  const bytes = Buffer.from(address, "utf8");
  if (bytes.length > longestEmailBytes) return null;
  return { subject: bytes.toString("base64url"), email: address, name: nameOf(address) };
}

/** The person whom `embeddedPersonOf` gave this subject. */
export function embeddedPersonOfSubject(subject: string): EmbeddedPerson | null {
  return embeddedPersonOf(Buffer.from(subject, "base64url").toString("utf8"));
}

/** `ada.lovelace@uni.edu` is Ada Lovelace. */
function nameOf(address: string): string {
  const local = address.slice(0, address.lastIndexOf("@"));
  const words = local.split(/[^\p{L}\p{N}']+/u).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || address;
}
