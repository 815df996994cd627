import { foldEmail } from "../../../core/email.ts";

/** An email address of this size fits into the 255 characters of an OpenID Connect subject, encoded as base64url. */
const maxEmailBytes = 180;

/** A person of the embedded provider. Everything is derived from the email address. */
export interface EmbeddedPerson {
  /** The same for every capitalization of the email address. */
  subject: string;
  email: string;
  name: string;
}

/** Derives the person from an email address. Returns null if the address is too long. */
export function toEmbeddedPerson(email: string): EmbeddedPerson | null {
  const normalizedEmail = foldEmail(email);
  const bytes = Buffer.from(normalizedEmail, "utf8");
  if (bytes.length > maxEmailBytes) return null;
  return { subject: bytes.toString("base64url"), email: normalizedEmail, name: deriveName(normalizedEmail) };
}

/** Derives the person from the subject that `toEmbeddedPerson` created. Returns null if the subject is too long. */
export function parseEmbeddedSubject(subject: string): EmbeddedPerson | null {
  return toEmbeddedPerson(Buffer.from(subject, "base64url").toString("utf8"));
}

/** Derives "Ada Lovelace" from `ada.lovelace@uni.edu`. */
function deriveName(normalizedEmail: string): string {
  const localPart = normalizedEmail.slice(0, normalizedEmail.lastIndexOf("@"));
  const nameParts = localPart.split(/[^\p{L}\p{N}']+/u).filter((word) => word !== "");
  return nameParts.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || normalizedEmail;
}
