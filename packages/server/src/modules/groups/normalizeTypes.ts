/** Trims the types of a group and removes empty and repeated ones. Pure. */
export function normalizeTypes(types: readonly string[]): string[] {
  return [...new Set(types.map((type) => type.trim()))].filter((type) => type !== "");
}
