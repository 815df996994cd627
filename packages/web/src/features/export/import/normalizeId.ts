import { Id } from "@lectern/contract";

/** The id where it is one, else one that is made of what was given: the same each time, so that what is imported twice is known. */
export function normalizeId(given: unknown, seed: () => string): string {
  const text = typeof given === "number" ? String(given) : given;
  const id = Id.safeParse(text);
  if (id.success) return id.data;
  return deriveId(typeof text === "string" && text !== "" ? text : seed());
}

/** An id of a text: the same of the same one. */
export function deriveId(seed: string): string {
  return `imported-${hash(seed, 0x9e3779b9)}${hash(seed, 0x85ebca6b)}${hash(seed, 0xc2b2ae35)}`;
}

/** 32 bits as hexadecimal (FNV-1a with a finish). It names; it protects nothing. */
function hash(text: string, seed: number): string {
  let value = seed;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39);
  return ((value ^ (value >>> 15)) >>> 0).toString(16).padStart(8, "0");
}
