import { Id } from "@lectern/contract";
import { hashText } from "../../../lib/text/hashText.ts";

/**
 * Returns the id if it is valid, or else an id derived from the invalid one or, if that is missing, from the seed. The
 * result is deterministic, so that a second import of the same file finds the existing items.
 */
export function normalizeId(value: unknown, seed: () => string): string {
  const text = typeof value === "number" ? String(value) : value;
  const id = Id.safeParse(text);
  if (id.success) return id.data;
  return deriveId(typeof text === "string" && text !== "" ? text : seed());
}

/** Derives an id from text. Equal texts yield equal ids. */
export function deriveId(seed: string): string {
  return `imported-${hash(seed, 0x9e3779b9)}${hash(seed, 0x85ebca6b)}${hash(seed, 0xc2b2ae35)}`;
}

/** Returns a 32-bit hash in hexadecimal: FNV-1a with a finalizer. Not cryptographic. */
function hash(text: string, seed: number): string {
  let value = hashText(text, seed);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39);
  return ((value ^ (value >>> 15)) >>> 0).toString(16).padStart(8, "0");
}
